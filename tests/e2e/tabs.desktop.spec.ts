import type { CDPSession, Page } from '@playwright/test';
import { SESSION_KEY } from '@/shared/names';
import { desktop, expect, test } from './device';
import { journalOf, newLearner } from './learners';
import { openNotes, takeNote } from './pages/discussion';
import { videoOf, watchUntil } from './pages/lesson';
import { signIn, syncChip, waitUntilSynced } from './pages/shell';

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000003';

test('two tabs run one engine; when its tab closes, the other takes over and nothing is lost', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const first = await device.start();
  const pullsOf = new Map<string, number>();
  device.context.on('request', (request) => {
    if (!request.url().includes('/rpc/sync_pull')) return;
    const tab = request.frame().page() === first ? 'first' : 'second';
    pullsOf.set(tab, (pullsOf.get(tab) ?? 0) + 1);
  });
  await signIn(first, learner.email);
  await waitUntilSynced(first);

  const second = await device.context.newPage();
  await second.goto(`/video/${lesson}/${course}`);
  await watchUntil(second, 3);
  // The first tab sends the progress that the second tab writes, and both tabs show that everything is synced.
  await expect
    .poll(async () => (await journalOf(learner)).map(({ id }) => id), { timeout: 60_000 })
    .toContain(`progress/${lesson}`);
  await waitUntilSynced(second);
  await expect(syncChip(first)).toHaveAccessibleName('Синхронизация: Синхронизирано');
  expect(pullsOf.get('second')).toBeUndefined();

  await first.close();
  await videoOf(second).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 20;
  });
  await watchUntil(second, 22);
  await expect
    .poll(
      async () => {
        const progress = (await journalOf(learner)).find(({ id }) => id === `progress/${lesson}`);
        return (progress?.data as { position: number } | undefined)?.position ?? 0;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(20_000);
  expect(pullsOf.get('second')).toBeGreaterThan(0);
});

/** Expires the access token in the session that all tabs share. */
const expireToken = (page: Page) =>
  page.evaluate(async (key) => {
    const opening = indexedDB.open('sloy-keys');
    const database = await new Promise<IDBDatabase>((done) => {
      opening.onsuccess = () => done(opening.result);
    });
    const [store = ''] = database.objectStoreNames;
    const keys = database.transaction(store, 'readwrite').objectStore(store);
    const reading = keys.get(key);
    await new Promise<void>((done) => {
      reading.onsuccess = () => {
        const session = JSON.parse(reading.result);
        keys.put(JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }), key).onsuccess = () =>
          done();
      };
    });
    database.close();
  }, SESSION_KEY);

test('three tabs with a token that has run out refresh it once', async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const first = await device.start();
  await signIn(first, learner.email);
  await waitUntilSynced(first);
  const tabs = [first, await device.context.newPage(), await device.context.newPage()];
  // Leave the app in every tab before the token changes: otherwise a reload could cut off a refresh that a running app has begun.
  for (const tab of tabs) await tab.goto('/manifest.webmanifest');
  let refreshes = 0;
  device.context.on('request', (request) => {
    if (/\/auth\/v1\/token\?grant_type=refresh_token/.test(request.url())) refreshes += 1;
  });
  await expireToken(first);
  await Promise.all(tabs.map((tab) => tab.goto('/dashboard')));
  await Promise.all(tabs.map(waitUntilSynced));
  expect(refreshes).toBe(1);
});

/** The renderer processes of the browser with their CPU time (s). */
async function renderers(browser: CDPSession): Promise<Map<number, number>> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
}

/** The renderer process of a page: the one that uses the most CPU while the page is busy. */
async function processOf(page: Page): Promise<number> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('No browser');
  const before = await renderers(browser);
  await page.evaluate(() => {
    for (const end = performance.now() + 1_000; performance.now() < end; );
  });
  const spent = [...(await renderers(browser))].map(([id, cpu]) => ({ id, cpu: cpu - (before.get(id) ?? 0) }));
  return spent.sort((a, b) => b.cpu - a.cpu)[0]?.id ?? 0;
}

test('a frozen leader loses the engine to the tab whose note waits, and follows when it thaws', async ({
  browser,
  baseURL,
}) => {
  const learner = await newLearner('pro');
  // Service workers are blocked, because a worker may share the process that the test freezes.
  const context = await browser.newContext({ ...desktop, serviceWorkers: 'block', ...(baseURL ? { baseURL } : {}) });
  const first = await context.newPage();
  await signIn(first, learner.email);
  await waitUntilSynced(first);
  const second = await context.newPage();
  await second.goto(`/video/${lesson}/${course}`);
  await waitUntilSynced(second);
  const frozen = await processOf(first);
  expect(await processOf(second)).not.toBe(frozen);
  process.kill(frozen, 'SIGSTOP');
  try {
    await openNotes(second);
    await takeNote(second, 'Докато другият раздел спи.');
    await expect
      .poll(async () => JSON.stringify(await journalOf(learner)), { timeout: 60_000 })
      .toContain('Докато другият раздел спи.');
    await waitUntilSynced(second);
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  const arrives = async (words: string) => {
    await takeNote(second, words);
    await expect.poll(async () => JSON.stringify(await journalOf(learner)), { timeout: 60_000 }).toContain(words);
    await waitUntilSynced(first);
  };
  await arrives('При събуждането.');
  // From now on the thawed tab pulls nothing, but still shows the changes of the other tab.
  let pulls = 0;
  first.on('request', (request) => {
    if (request.url().includes('/rpc/sync_pull')) pulls += 1;
  });
  await arrives('След събуждането.');
  expect(pulls).toBe(0);
  await context.close();
});
