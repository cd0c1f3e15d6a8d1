// Time until a screen shows content, compared with bare React and a bare video element under the same service worker. Each visit starts a cold
// browser with 4 × CPU slowdown.
import { join } from 'node:path';
import { chromium } from 'playwright';
import { openBareSite } from './bare-site.mjs';
import { browserOptions, check, launch, median, root, rotated, rounded } from './stage.mjs';

const ROUNDS = 3;
/**
 * Number of rounds for first video frames and first visits. Few are enough: the simulated slow network varies little, and the results are far
 * better than the target.
 */
const FEW_ROUNDS = 2;
const CPU = 4;
/** Lighthouse's "Slow 4G". */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const COURSE = 'c0000000-0000-4000-8000-000000000001';
const LESSON = 'd0000000-0000-4000-8000-000000000003';
const BARE_VIDEO = '/media/offline/d0000000-0000-4000-8000-0000000000ff?account=bench';
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
};

const desktop = { viewport: { width: 1280, height: 800 } };
/** Budget for the largest contentful paint of the landing page on a first visit (ms). */
const LANDING_MS = 2_500;

export async function slowed(page, network, rate = CPU) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
  }
}

/** Returns the final largest contentful paint (ms after the navigation). */
export const largestPaint = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let last = 0;
        let timer;
        // The paint is final if no larger one follows within half a second.
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => last > 0 && done(last), 500);
        };
        new PerformanceObserver((list) => {
          last = list.getEntries().at(-1)?.startTime ?? last;
          wait();
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        wait();
      }),
  );

/** Runs in the page: records the time of the video's first frame (ms after the navigation, or after `window.left` if `opensLesson` sets it). */
const noteFirstFrame = () => {
  window.left = 0;
  window.firstFrame = new Promise((done) => {
    const seen = () => requestAnimationFrame(() => done(performance.now() - window.left));
    document.addEventListener('loadeddata', seen, { capture: true, once: true });
  });
};

/** Waits for an element. Checks once per frame inside the page, because polling from outside would itself load the slow CPU. */
export const appears = (page, selector) =>
  page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const look = () => (document.querySelector(wanted) ? done() : requestAnimationFrame(look));
        look();
      }),
    selector,
  );

/** Waits until the page has had no long task for a second. */
export const settles = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let timer = setTimeout(done, 1_000);
        new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 1_000);
        }).observe({ type: 'longtask' });
      }),
  );

export const workerHolds = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });

export async function signIn(page, url, { email, password }) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await page.waitForURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Синхронизация: Синхронизирано' }).waitFor({ timeout: 60_000 });
  await workerHolds(page);
}

/** Runs each visit once per round in rotating order. There is no warm-up round, because the preparation has warmed up server and disk. */
export async function interleave(visits, rounds = ROUNDS) {
  const times = Object.fromEntries(Object.keys(visits).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, visit] of rotated(Object.entries(visits), round)) times[name].push(await visit());
  }
  return times;
}

export function compare(what, times, target) {
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    what,
    measured: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} / ${bare.toFixed(0)} ms)`,
    target: `≤ ${target}`,
    met: ours / bare <= target,
    gate: false,
    figures: Object.fromEntries(Object.entries(times).map(([name, list]) => [name, list.map((ms) => rounded(ms))])),
  };
}

function within(what, list, limit) {
  const ms = median(list);
  return {
    what,
    measured: `${ms.toFixed(0)} ms`,
    target: `< ${limit} ms`,
    met: ms < limit,
    gate: false,
    figures: list.map((each) => rounded(each)),
  };
}

/** Starts a browser offline with the profile in `folder`, opens `address` and waits for `seen`; `read` returns the measurement. */
export const coldVisit = (folder, address, seen, read, before, rate) => async () => {
  const context = await chromium.launchPersistentContext(folder, { ...browserOptions, ...phone, offline: true });
  const page = context.pages()[0] ?? (await context.newPage());
  if (before) await page.addInitScript(before);
  await slowed(page, undefined, rate);
  await page.goto(address);
  await seen(page);
  const ms = await read(page);
  await context.close();
  check(ms > 0, `${address} painted nothing`);
  return ms;
};

/** Prepares two devices in `folder`, one with the app and one with the bare pages, and downloads the video on each. */
export async function prepareScreens(school, folder) {
  const bare = await openBareSite(BARE_VIDEO, join(root, 'supabase/media/lessons/vase.mp4'));
  const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
  const device = await chromium.launchPersistentContext(ours, { ...browserOptions, ...phone });
  const page = device.pages()[0] ?? (await device.newPage());
  await signIn(page, school.url, await school.ask('account', 'screens'));
  // Wait until the home screen is shown, because the repeat visit needs an earlier visit that showed it.
  await dashboardSays(page);
  await settles(page);
  await page.goto(`${school.url}/video/${LESSON}/${COURSE}`);
  await page.getByRole('button', { name: 'Свалете за офлайн' }).click();
  await page.getByText('Downloaded').first().waitFor({ timeout: 60_000 });
  await device.close();

  const other = await launch(theirs);
  const bench = other.pages()[0] ?? (await other.newPage());
  await bench.goto(`${bare.url}/`);
  await workerHolds(bench);
  await bench.evaluate(
    async ([module, address]) => {
      const media = await import(module);
      await media.download(address, true);
    },
    ['/bench/media.js', `${bare.url}/video.mp4`],
  );
  await other.close();
  return { bare, ours, theirs };
}

// Waits for the dashboard's "continue" card, which links to a video.
export const dashboardSays = (page) => appears(page, '#root main a[href^="/video/"]');
export const bareSays = (page) => appears(page, 'h1');
const firstFrame = (page) => page.evaluate(() => window.firstFrame);

async function opensLesson(page) {
  await appears(page, `a[href^="/video/${LESSON}"]`);
  await settles(page);
  await page.evaluate((href) => {
    window.left = performance.now();
    document.querySelector(`a[href^="${href}"]`).click();
  }, `/video/${LESSON}`);
}

/** Measures first visits: empty stores and caches, slow network. */
async function firstVisits(school, bare) {
  const browser = await chromium.launch(browserOptions);
  const visit =
    (address, seen, device = phone) =>
    async () => {
      const context = await browser.newContext(device);
      const page = await context.newPage();
      await slowed(page, SLOW_4G);
      await page.goto(address, { waitUntil: 'commit' });
      await seen(page);
      const ms = await largestPaint(page);
      await context.close();
      return ms;
    };
  // Each selector matches only once the app has replaced the prerendered document, after which no larger paint follows.
  const visits = {
    landing: visit(`${school.url}/`, (page) => appears(page, '#root h1'), desktop),
    ours: visit(`${school.url}/login`, (page) => appears(page, '#root form button[type="submit"]')),
    bare: visit(`${bare.url}/`, bareSays),
  };
  const times = await interleave(visits, FEW_ROUNDS);
  await browser.close();
  return times;
}

export async function measureScreens(school, { bare, ours, theirs }) {
  try {
    const { landing, ...first } = await firstVisits(school, bare);
    const repeat = await interleave({
      ours: coldVisit(ours, `${school.url}/dashboard`, dashboardSays, largestPaint),
      bare: coldVisit(theirs, `${bare.url}/`, bareSays, largestPaint),
    });
    const lessons = {
      ours: coldVisit(ours, `${school.url}/course/${COURSE}`, opensLesson, firstFrame, noteFirstFrame),
      bare: coldVisit(theirs, `${bare.url}/video.html`, firstFrame, firstFrame, noteFirstFrame),
    };
    const lesson = await interleave(lessons, FEW_ROUNDS);
    return [
      compare('offline repeat visit, cold browser, CPU 4×: LCP of the dashboard / bare React', repeat, 2),
      compare('first visit, slow 4G, CPU 4×: LCP of /login / bare React', first, 1.3),
      within('first visit, slow 4G, CPU 4×: LCP of the landing page on a desktop', landing, LANDING_MS),
      compare('downloaded lesson, offline, CPU 4×, opened from its course: first frame / bare page', lesson, 1.5),
    ];
  } finally {
    await bare.close();
  }
}
