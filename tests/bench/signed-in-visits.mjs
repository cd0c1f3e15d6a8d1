// First visits of a signed-in browser: empty caches and stores, except for the session.
import { largestPaint, phone, slowed } from './measure-screens.mjs';
import { check } from './stage.mjs';

/**
 * Reads the data that keeps a browser signed in: the rows of the database `sloy-keys`, and the identity in localStorage.
 * The page must be on the app's origin.
 */
export async function sessionOf(page) {
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

/**
 * A visit with empty stores and caches on a slow phone; `seen` waits for the screen. If `session` is given, the browser is signed in.
 * @returns a function that makes one visit and returns its largest contentful paint (ms)
 */
export const firstVisit =
  (browser, address, seen, { session, network, rate }) =>
  async () => {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    if (session) {
      await page.goto(new URL('/robots.txt', address).href);
      await writeSession(page, session);
    }
    await slowed(page, network, rate);
    await page.goto(address, { waitUntil: 'commit' });
    await seen(page);
    const ms = await largestPaint(page);
    await context.close();
    return ms;
  };
