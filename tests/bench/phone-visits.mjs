// First visits on a weak phone (CPU 6× slower) and a weak network (3G), and the offline start, compared with bare React.
import { chromium } from 'playwright';
import {
  appears,
  bareSays,
  coldVisit,
  compare,
  dashboardSays,
  interleave,
  largestPaint,
  phone,
  slowed,
} from './measure-screens.mjs';
import { browserOptions, check } from './stage.mjs';

export const CPU = 6;
const ROUNDS = 3;
const THREE_G = {
  offline: false,
  latency: 400,
  downloadThroughput: (400 * 1024) / 8,
  uploadThroughput: (400 * 1024) / 8,
};

/** Reads the data that keeps a browser signed in: the durable keys and the identity. */
async function readSession(folder, url) {
  const device = await chromium.launchPersistentContext(folder, { ...browserOptions, ...phone });
  const page = device.pages()[0] ?? (await device.newPage());
  await page.goto(`${url}/robots.txt`);
  const session = await page.evaluate(async () => {
    const identity = localStorage.getItem('sloy.identity');
    const opening = indexedDB.open('sloy-keys');
    const database = await new Promise((done) => {
      opening.onsuccess = () => done(opening.result);
    });
    const [store] = database.objectStoreNames;
    const objects = database.transaction(store).objectStore(store);
    const [keys, values] = await Promise.all(
      [objects.getAllKeys(), objects.getAll()].map(
        (reading) => new Promise((done) => (reading.onsuccess = () => done(reading.result))),
      ),
    );
    return { identity, version: database.version, store, keys, values };
  });
  await device.close();
  check(session.identity && session.keys.length > 0, 'the device is signed in');
  return session;
}

/** Signs a browser in by writing only the session's data. */
const writeSession = (page, session) =>
  page.evaluate(async ({ identity, version, store, keys, values }) => {
    localStorage.setItem('sloy.identity', identity);
    const opening = indexedDB.open('sloy-keys', version);
    const database = await new Promise((done) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore(store);
      opening.onsuccess = () => done(opening.result);
    });
    const writing = database.transaction(store, 'readwrite');
    for (const [index, key] of keys.entries()) writing.objectStore(store).put(values[index], key);
    await new Promise((done) => {
      writing.oncomplete = done;
    });
    database.close();
  }, session);

/** A visit with empty stores and caches. If `session` is given, the browser is signed in. */
const firstVisit = (browser, address, seen, session) => async () => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  if (session) {
    await page.goto(new URL('/robots.txt', address).href);
    await writeSession(page, session);
  }
  await slowed(page, THREE_G, CPU);
  await page.goto(address, { waitUntil: 'commit' });
  await seen(page);
  const ms = await largestPaint(page);
  await context.close();
  return ms;
};

export async function measureVisits({ url }, { bare, ours, theirs }) {
  try {
    return await visitAll(url, { bare, ours, theirs });
  } finally {
    await bare.close();
  }
}

async function visitAll(url, { bare, ours, theirs }) {
  const session = await readSession(ours, url);
  const browser = await chromium.launch(browserOptions);
  const first = await interleave(
    {
      login: firstVisit(browser, `${url}/login`, (page) => appears(page, '#root form button[type="submit"]')),
      dashboard: firstVisit(browser, `${url}/dashboard`, dashboardSays, session),
      bare: firstVisit(browser, `${bare.url}/`, bareSays),
    },
    ROUNDS,
  );
  await browser.close();
  const cold = await interleave({
    ours: coldVisit(ours, `${url}/dashboard`, dashboardSays, largestPaint, undefined, CPU),
    bare: coldVisit(theirs, `${bare.url}/`, bareSays, largestPaint, undefined, CPU),
  });
  return [
    compare('phone, CPU 6×, 3G, first visit: LCP of /login / bare React', { ours: first.login, bare: first.bare }, 1.4),
    compare(
      'the same: LCP of the signed-in dashboard with its data / bare React',
      { ours: first.dashboard, bare: first.bare },
      1.6,
    ),
    compare('phone, CPU 6×, offline, cold browser: LCP of the dashboard / bare React', cold, 1.5),
  ];
}
