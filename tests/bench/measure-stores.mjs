// First sync and cold start of the mirror, compared with raw Dexie, stock RxDB replication and PouchDB. All pull the same rows from one server.
import { check, launch, median, rotated, rounded, serveStage, withFolder } from './stage.mjs';

const SMALL = 3_000;
const LARGE = 30_000;
const FIRST_ROUNDS = 3;
const COLD_ROUNDS = 8;
/** Pause (ms) after opening a browser, so that the browser's own startup work is not measured. */
const BROWSER_MS = 300;
/** Pause (ms) after opening a page, so that the page's own startup work is not measured. */
const PAGE_MS = 50;
/** The bench page of each store. RxDB keeps its default batch size (100). */
const pages = {
  mirror: 'mirror.html',
  'raw-dexie': 'raw-dexie.html',
  'rxdb-stock': 'rxdb-stock.html',
  pouchdb: 'pouchdb.html',
};
/** The order of a round. The mirror and raw Dexie run twice, because their times are nearly equal. */
const turns = [...Object.keys(pages), 'mirror', 'raw-dexie'];

async function withBrowser(folder, work) {
  const context = await launch(folder);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function show(page, origin, peer) {
  await page.goto(`${origin}/${pages[peer]}`);
  await page.waitForFunction('window.peer');
}

async function firstSync(page, peer, total) {
  const ms = await page.evaluate((rows) => window.peer.firstSync(rows), total);
  const count = await page.evaluate('window.peer.count()');
  check(count === total, `${peer} holds ${count} of ${total} rows`);
  return ms;
}

/** Deletes all databases of the origin, from a page that has none of them open. */
async function empty(page, origin) {
  await page.goto(`${origin}/empty.html`);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((done, failed) => {
        const request = indexedDB.deleteDatabase(name ?? '');
        request.onsuccess = done;
        request.onerror = failed;
      });
    }
  });
}

async function firstSyncs(folder) {
  const { origin, close } = await serveStage();
  const times = Object.fromEntries(turns.map((peer) => [peer, []]));
  await withBrowser(folder, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    for (let round = -1; round < FIRST_ROUNDS; round++) {
      // Round -1 warms up the browser and the server.
      const order = round < 0 ? Object.keys(pages) : rotated(turns, round);
      for (const peer of order) {
        await show(page, origin, peer);
        const ms = await firstSync(page, peer, SMALL);
        if (round >= 0) times[peer].push(ms);
        await empty(page, origin);
      }
    }
  }).finally(close);
  return times;
}

/**
 * Measures the time to the first rows after a browser restart. Each store has its own origin; after every restart all stores are closed, and
 * each is opened once, in rotating order.
 */
async function coldStarts(folder) {
  const stores = [];
  // Open an unrelated database first, because the first one that a browser opens takes twice as long.
  const nobody = await serveStage();
  for (const total of [SMALL, LARGE]) {
    for (const peer of ['mirror', 'raw-dexie']) stores.push({ peer, total, stage: await serveStage(), times: [] });
  }
  try {
    await withBrowser(folder, async (context) => {
      for (const { peer, total, stage } of stores) {
        const page = await context.newPage();
        await show(page, stage.origin, peer);
        await firstSync(page, peer, total);
        await page.close();
      }
    });
    for (let round = 0; round < COLD_ROUNDS; round++) {
      await withBrowser(folder, async (context) => {
        await context.pages()[0]?.waitForTimeout(BROWSER_MS);
        const open = async (origin, peer) => {
          const page = await context.newPage();
          await show(page, origin, peer);
          await page.waitForTimeout(PAGE_MS);
          const shown = await page.evaluate('window.peer.coldStart()');
          await page.close();
          return shown;
        };
        await open(nobody.origin, 'raw-dexie');
        for (const { peer, stage, times } of rotated(stores, round)) {
          const { ms, rows } = await open(stage.origin, peer);
          check(rows === 20, `${peer} shows ${rows} of 20 rows`);
          times.push(ms);
        }
      });
    }
  } finally {
    await Promise.all([nobody, ...stores.map(({ stage }) => stage)].map(({ close }) => close()));
  }
  return (total) =>
    Object.fromEntries(stores.filter((store) => store.total === total).map(({ peer, times }) => [peer, times]));
}

function compare(what, times, peer, digits, target) {
  const [ours, theirs] = [median(times.mirror), median(times[peer])];
  const ratio = ours / theirs;
  // Raw Dexie is a lower bound, because the mirror is built on Dexie.
  const floor = peer === 'raw-dexie' ? '' : `; raw-dexie: ${(median(times['raw-dexie']) / theirs).toFixed(2)}`;
  return {
    what: `${what}: mirror / ${peer}`,
    measured: `${ratio.toFixed(2)} (${ours.toFixed(digits)} / ${theirs.toFixed(digits)} ms${floor})`,
    target: `≤ ${target}`,
    met: ratio <= target,
    gate: false,
    figures: {
      ratio: rounded(ratio, 3),
      mirror: times.mirror.map((ms) => rounded(ms, 1)),
      [peer]: times[peer].map((ms) => rounded(ms, 1)),
    },
  };
}

export const measureStores = () =>
  withFolder(async (folder) => {
    const first = await firstSyncs(`${folder}/first`);
    const cold = await coldStarts(`${folder}/cold`);
    return [
      compare('first sync, 3,000 rows', first, 'raw-dexie', 0, 1.15),
      compare('first sync, 3,000 rows', first, 'rxdb-stock', 0, 0.4),
      compare('first sync, 3,000 rows', first, 'pouchdb', 0, 0.35),
      compare('cold start, 3,000 rows', cold(SMALL), 'raw-dexie', 1, 1.3),
      compare('cold start, 30,000 rows', cold(LARGE), 'raw-dexie', 1, 1.3),
    ];
  });
