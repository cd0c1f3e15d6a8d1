// How changes of administrators reach learners: a broadcast to 10,000 accounts while others learn, and a change that is shown on 200 devices.
import { randomUUID } from 'node:crypto';
import { chromium } from 'playwright';
import { WebSocket } from 'ws';
import { consoleRows, SIZES } from './console-rows.mjs';
import { openAdmin } from './measure-console.mjs';
import { phone, signIn } from './measure-screens.mjs';
import { browserOptions, check, median, quantile, rounded } from './stage.mjs';

/** Number of learners who sync during the broadcast; each waits SYNC_EVERY_MS (ms) between two syncs. */
const [LEARNERS, SYNC_EVERY_MS] = [20, 2_000];
/**
 * Number of devices that listen while an administrator changes a lesson. One of them is a browser that shows the lesson's course; the others are
 * clients without a screen.
 */
const DEVICES = 200;
const CHANGES = 20;
const TARGETS = { broadcast: 120, sync: 1_000, screen: 1_000 };
const COURSE = 'c0000000-0000-4000-8000-000000000001';
const LESSON = 'd0000000-0000-4000-8000-000000000003';
const LONGEST_MS = 300_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const headersOf = ({ key }, token) => ({
  apikey: key,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

async function call(school, token, name, body) {
  const answer = await fetch(`${school.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: headersOf(school, token),
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  check(answer.ok, `${name} answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

const scopesOf = (uid) => [`account:${uid}`, `journal:${uid}`, 'public', 'plan:basic', 'plan:premium'];

/** A device without a screen: it knows its cursors and pulls like the engine. */
function openDevice(school, { uid, token }) {
  let cursors = scopesOf(uid).map((scope) => ({ scope, seq: 0 }));
  /** Pulls all scopes to their heads. @returns the bodies of the new rows */
  const pull = async () => {
    const bodies = [];
    for (let more = true; more; ) {
      const pages = await call(school, token, 'sync_pull', { p_cursors: cursors, p_limit: 1_000 });
      cursors = pages.map(({ scope, seq, epoch }) => ({ scope, seq, epoch }));
      more = pages.some((page) => page.more);
      bodies.push(...pages.flatMap(({ rows = [] }) => rows.map(({ body }) => body)));
    }
    return bodies;
  };
  return { uid, token, pull };
}

/** Repeats a push of a note and a pull until `isOver` returns true. @returns the duration of each request (ms) */
async function keepSyncing(school, device, isOver) {
  const times = [];
  const timed = async (work) => {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  };
  await device.pull();
  while (!isOver()) {
    const at = Date.now();
    const day = new Date().toISOString().slice(0, 10);
    const data = { video_id: LESSON, versions: [{ at, text: 'Бележка', position: 1_000, deleted: false }] };
    const doc = { id: `note/${randomUUID()}`, kind: 'note', at, active_on: day, rev: 0, data };
    await timed(() => call(school, device.token, 'sync_push', { p_docs: [doc] }));
    await timed(() => device.pull());
    await pause(SYNC_EVERY_MS);
  }
  return times;
}

async function measureBroadcast(school, admin) {
  const learners = (await school.ask('learners', LEARNERS, 'reader')).map((account) => openDevice(school, account));
  const id = randomUUID();
  let isOver = false;
  const syncing = Promise.all(learners.map((device) => keepSyncing(school, device, () => isOver)));
  await pause(SYNC_EVERY_MS);
  const begun = performance.now();
  const sent = await call(school, admin.token, 'send_notification', {
    p_id: id,
    p_title: 'До всички',
    p_message: 'Нов курс',
  });
  check(sent.recipients >= SIZES.users, `${sent.recipients} recipients`);
  let send = sent;
  while (send.state !== 'sent' && performance.now() - begun < LONGEST_MS) {
    await pause(250);
    [send] = await school.ask(
      'sql',
      'select state, delivered, recipients from public.notification_sends where id = $1',
      [id],
    );
  }
  const seconds = (performance.now() - begun) / 1_000;
  isOver = true;
  const times = (await syncing).flat();
  check(send.delivered === send.recipients, `${send.delivered} of ${send.recipients} were delivered`);
  const [{ count }] = await school.ask('sql', 'select count(*) from public.notifications where source = $1', [
    `send:${id}`,
  ]);
  check(Number(count) === send.recipients, `${count} notifications`);
  return { seconds, recipients: send.recipients, times };
}

/** Joins the channels of a device's scopes and pulls at each poke, one pull at a time. `onRows` receives new rows. */
async function listen(school, account, onRows) {
  const device = openDevice(school, account);
  await device.pull();
  const socket = new WebSocket(
    `${school.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${school.key}&vsn=2.0.0`,
  );
  await new Promise((done, failed) => {
    socket.once('open', done);
    socket.once('error', failed);
  });
  let isPulling = false;
  let isWanted = false;
  const pull = async () => {
    isWanted = true;
    if (isPulling) return;
    isPulling = true;
    while (isWanted) {
      isWanted = false;
      onRows(await device.pull());
    }
    isPulling = false;
  };
  const scopes = scopesOf(account.uid);
  let joined = 0;
  const ready = new Promise((done) => {
    socket.on('message', (data) => {
      const [, , , event, payload] = JSON.parse(String(data));
      if (event === 'phx_reply' && payload.status === 'ok') joined += 1;
      if (joined === scopes.length) done();
      // With 200 listeners the server asks nobody to wait: spread_ms is 0.
      if (event === 'broadcast') setTimeout(pull, Math.random() * (payload.payload?.spread_ms ?? 0));
    });
  });
  for (const [index, scope] of scopes.entries()) {
    const join = { config: { private: true }, access_token: account.token };
    socket.send(JSON.stringify([String(index), String(index), `realtime:scope:${scope}`, 'phx_join', join]));
  }
  await ready;
  return () => socket.close();
}

async function rename(school, admin, title) {
  const address = `${school.url}/rest/v1/videos?id=eq.${LESSON}`;
  const headers = headersOf(school, admin.token);
  const [{ row_version }] = await (await fetch(`${address}&select=row_version`, { headers })).json();
  const begun = performance.now();
  const answer = await fetch(address, { method: 'PATCH', headers, body: JSON.stringify({ title, row_version }) });
  check(answer.ok, `the lesson was not renamed: ${answer.status}`);
  return begun;
}

/** @returns the times (ms) from the administrator's request until each device has the change, and until it is on a real screen */
async function measureScreens(school, admin) {
  /** For each title, the times at which the devices received it. */
  const arrivals = new Map();
  const onRows = (bodies) => {
    for (const title of new Set(bodies.flatMap((body) => (body?.id === LESSON ? [body.title] : []))))
      arrivals.get(title)?.push(performance.now());
  };
  const learners = await school.ask('learners', DEVICES - 1, 'viewer');
  const leave = [];
  for (const account of learners) leave.push(await listen(school, account, onRows));
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await (await browser.newContext(phone)).newPage();
    await signIn(page, school.url, await school.ask('account', 'screen-of-200'));
    await page.goto(`${school.url}/course/${COURSE}`);
    await page.locator(`a[href^="/video/${LESSON}"]`).first().waitFor();
    const times = { devices: [], screen: [] };
    for (let change = 0; change < CHANGES; change += 1) {
      const title = `Промяна ${change}`;
      arrivals.set(title, []);
      const shown = page
        .locator(`a[href^="/video/${LESSON}"]`, { hasText: new RegExp(`${title}(?!\\d)`) })
        .first()
        .waitFor({ timeout: 60_000 })
        .then(() => performance.now());
      const begun = await rename(school, admin, title);
      times.screen.push((await shown) - begun);
      const end = performance.now() + 60_000;
      while (arrivals.get(title).length < learners.length && performance.now() < end) await pause(20);
      check(arrivals.get(title).length === learners.length, `${arrivals.get(title).length} devices have the change`);
      times.devices.push(...arrivals.get(title).map((at) => at - begun));
      await pause(200);
    }
    return times;
  } finally {
    await browser.close();
    for (const close of leave) close();
  }
}

const row = (what, measured, target, met, figures) => ({ what, measured, target, met, gate: false, figures });

export async function measureReach(school) {
  const [{ count }] = await school.ask('sql', "select count(*) from auth.users where email like 'person-%@bench.test'");
  if (Number(count) < SIZES.users) await school.ask('script', consoleRows);
  const admin = await openAdmin(school, 'reach-admin');
  const { devices, screen } = await measureScreens(school, admin);
  const { seconds, recipients, times } = await measureBroadcast(school, admin);
  const [onDevices, onScreen, sync] = [devices, screen, times].map((list) => quantile(list, 0.95));
  return [
    row(
      `console: broadcast to ${recipients} accounts`,
      `${seconds.toFixed(0)} s`,
      `≤ ${TARGETS.broadcast} s`,
      seconds <= TARGETS.broadcast,
      { seconds: rounded(seconds, 1) },
    ),
    row(
      `the same: a sync request of ${LEARNERS} learners meanwhile, p95`,
      `${sync.toFixed(0)} ms (median ${median(times).toFixed(0)}, ${times.length} requests)`,
      `< ${TARGETS.sync} ms`,
      sync < TARGETS.sync,
      { p95: rounded(sync), longest: rounded(Math.max(...times)) },
    ),
    row(
      `console: change → ${DEVICES} devices, p95`,
      `${onDevices.toFixed(0)} ms (on the open screen ${onScreen.toFixed(0)} ms)`,
      `< ${TARGETS.screen} ms`,
      Math.max(onDevices, onScreen) < TARGETS.screen,
      { devices: rounded(onDevices), screen: screen.map((ms) => rounded(ms)) },
    ),
  ];
}
