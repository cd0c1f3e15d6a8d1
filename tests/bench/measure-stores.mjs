// First sync and cold start of the mirror, beside raw Dexie, stock RxDB replication and PouchDB. All get the same pages from the same server.
import { check, launch, median, rotated, rounded, serveStage, withFolder } from './stage.mjs';

const SMALL = 3_000;
const LARGE = 30_000;
const FIRST_ROUNDS = 3;
const COLD_ROUNDS = 5;
const peers = ['mirror', 'raw-dexie', 'rxdb-stock', 'pouchdb'];

async function openPage(context, origin, peer) {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/${peer}.html`);
  await page.waitForFunction('window.peer');
  return page;
}

async function firstSync(page, peer, total) {
  const ms = await page.evaluate((rows) => window.peer.firstSync(rows), total);
  const count = await page.evaluate('window.peer.count()');
  check(count === total, `${peer} holds ${count} of ${total} rows`);
  return ms;
}

/** Databases can be deleted by a page that has none open. */
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

async function firstSyncs(origin) {
  const times = Object.fromEntries(peers.map((peer) => [peer, []]));
  await withFolder(async (folder) => {
    const context = await launch(folder);
    for (let round = -1; round < FIRST_ROUNDS; round++) {
      // The two that are nearly equal run twice.
      for (const peer of rotated([...peers, 'mirror', 'raw-dexie'], round + peers.length)) {
        const page = await openPage(context, origin, peer);
        const ms = await firstSync(page, peer, SMALL);
        // The round before the first warms the browser and the server's pages.
        if (round >= 0) times[peer].push(ms);
        await empty(page, origin);
      }
    }
    await context.close();
  });
  return times;
}

/** A browser per peer that is closed and opened again: nothing of the store is in memory. */
async function coldStarts(origin, total, names) {
  return withFolder(async (folder) => {
    const times = Object.fromEntries(names.map((peer) => [peer, []]));
    for (const peer of names) {
      const context = await launch(`${folder}/${peer}`);
      await firstSync(await openPage(context, origin, peer), peer, total);
      await context.close();
    }
    for (let round = 0; round < COLD_ROUNDS; round++) {
      for (const peer of rotated(names, round)) {
        const context = await launch(`${folder}/${peer}`);
        const { ms, rows } = await (await openPage(context, origin, peer)).evaluate('window.peer.coldStart()');
        check(rows === 20, `${peer} shows ${rows} of 20 rows`);
        times[peer].push(ms);
        await context.close();
      }
    }
    return times;
  });
}

function compare(what, times, peer, digits, target) {
  const [ours, theirs] = [median(times.mirror), median(times[peer])];
  const ratio = ours / theirs;
  // Nothing that stores with Dexie is faster than Dexie alone.
  const floor = peer === 'raw-dexie' ? '' : `; raw-dexie: ${(median(times['raw-dexie']) / theirs).toFixed(2)}`;
  return {
    what: `${what}: mirror / ${peer}`,
    measured: `${ratio.toFixed(2)} (${ours.toFixed(digits)} / ${theirs.toFixed(digits)} ms${floor})`,
    target: target === undefined ? '–' : `≤ ${target}`,
    met: target === undefined || ratio <= target,
    gate: false,
    figures: { ratio: rounded(ratio, 3), mirror: times.mirror.map((ms) => rounded(ms, 1)), [peer]: times[peer].map((ms) => rounded(ms, 1)) },
  };
}

export async function measureStores() {
  const stage = await serveStage();
  try {
    const first = await firstSyncs(stage.origin);
    const small = await coldStarts(stage.origin, SMALL, ['mirror', 'raw-dexie']);
    const large = await coldStarts(stage.origin, LARGE, ['mirror', 'raw-dexie']);
    return [
      compare('first sync, 3,000 rows', first, 'raw-dexie', 0, 1.15),
      compare('first sync, 3,000 rows', first, 'rxdb-stock', 0, 0.4),
      compare('first sync, 3,000 rows', first, 'pouchdb', 0, 0.35),
      compare('cold start, 3,000 rows', small, 'raw-dexie', 1, 1.2),
      compare('cold start, 30,000 rows', large, 'raw-dexie', 1, 1.2),
    ];
  } finally {
    await stage.close();
  }
}
