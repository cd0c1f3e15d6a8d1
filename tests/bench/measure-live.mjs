// Time from a commit on the server until a device shows the change: the real engine compared with a minimal client on the same pokes and RPC.
import { check, launch, median, quantile, rounded, withFolder } from './stage.mjs';

const WARM = 10;
const CHANGES = 40;
const devices = { engine: 'live-engine', raw: 'live-raw' };
const PAUSE_MS = 30;

async function openDevice(context, school, page, account) {
  const tab = await context.newPage();
  await tab.goto(`${school.url}/bench/${page}.html`);
  await tab.waitForFunction('window.device');
  await tab.evaluate((who) => window.device.start(who), account);
  return tab;
}

export async function measureLive(school) {
  return withFolder(async (folder) => {
    const times = { engine: [], raw: [] };
    const open = {};
    // Run both devices in one browser, because two browser processes may differ in speed.
    const context = await launch(folder);
    for (const [name, page] of Object.entries(devices)) {
      const account = await school.ask('account', `live-${name}`);
      open[name] = { account, tab: await openDevice(context, school, page, account) };
    }
    for (let change = -WARM; change < CHANGES; change++) {
      for (const name of change % 2 ? ['engine', 'raw'] : ['raw', 'engine']) {
        const { account, tab } = open[name];
        const title = `Промяна ${change}`;
        const seen = tab.evaluate((wanted) => window.device.seen(wanted), title);
        await new Promise((done) => setTimeout(done, PAUSE_MS));
        const committed = await school.ask('notify', account.uid, title);
        const ms = (await seen) - committed;
        if (change >= 0) times[name].push(ms);
      }
    }
    await context.close();
    for (const list of Object.values(times))
      check(list.length === CHANGES && list.every((ms) => ms > 0), 'a change was seen before it was made');

    const [ours, theirs, p95] = [median(times.engine), median(times.raw), quantile(times.engine, 0.95)];
    const figures = Object.fromEntries(
      Object.entries(times).map(([name, list]) => [name, list.map((ms) => rounded(ms, 1))]),
    );
    return [
      {
        what: 'committed on the server → visible on another device: engine / raw-dexie, median',
        measured: `${(ours / theirs).toFixed(2)} (${ours.toFixed(1)} / ${theirs.toFixed(1)} ms)`,
        target: '≤ 1.25',
        met: ours / theirs <= 1.25,
        gate: false,
        figures,
      },
      {
        what: 'the same, engine, p95',
        measured: `${p95.toFixed(0)} ms`,
        target: '≤ 100 ms',
        met: p95 <= 100,
        gate: false,
        figures: {},
      },
    ];
  });
}
