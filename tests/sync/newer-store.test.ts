import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { openOutbox } from '@sync';
import { createMirror } from '@sync/mirror/mirror';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { DownloadsDb } from '@/device/transfers/downloads/download-store';
import { openUploads } from '@/device/transfers/uploads/upload-store';
import { lookUpDurable, writeDurable } from '@/shared/durable-store';
import { DURABLE_STORE, downloadsName, mirrorName, uploadsName } from '@/shared/names';
import { newerStore } from '@/shared/newer-store';

// If a newer version of the app has changed a database, this version leaves it unchanged and shows a message.

const done = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Creates a database of a newer version: `store` has one row and an index that this version does not know. */
async function createNewer(name: string, version: number, store: string): Promise<void> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    const rows = request.result.createObjectStore(store, { keyPath: 'id' });
    rows.createIndex('from_later', 'from_later');
    rows.put({ id: 'a', from_later: ['unsent'] });
  };
  (await done(request)).close();
}

/** Reads a database's version, stores, indexes and rows; opens it without a version, so that nothing is upgraded. */
async function contentOf(name: string, store: string) {
  const database = await done(indexedDB.open(name));
  const rows = database.transaction(store).objectStore(store);
  const all = await new Promise((resolve) => {
    const request = rows.getAll();
    request.onsuccess = () => resolve(request.result);
  });
  const content = [database.version, [...database.objectStoreNames], [...rows.indexNames], all];
  database.close();
  return content;
}
const untouched = (version: number, store: string) => [
  version,
  [store],
  ['from_later'],
  [{ id: 'a', from_later: ['unsent'] }],
];

test('a newer mirror is not opened, and the page is notified once [STORE-4]', async () => {
  let calls = 0;
  const unsubscribe = newerStore.subscribe(() => {
    calls += 1;
  });
  const current = createMirror('current');
  expect(await current.courses.count()).toBe(0);
  expect(newerStore.getState()).toBe(false);
  current.close();

  await createNewer('newer', 990, 'courses');
  const mirror = createMirror('newer');
  await expect(mirror.courses.count()).rejects.toThrow(/is newer than the app/);
  await expect(mirror.meta.put({ key: 'synced_at', value: 1 })).rejects.toThrow(/is newer than the app/);
  expect([newerStore.getState(), calls > 0]).toEqual([true, true]);
  unsubscribe();
  mirror.close();
  expect(await contentOf('newer', 'courses')).toEqual(untouched(990, 'courses'));
});

test('a mirror that a newer tab upgrades stays closed in this tab [STORE-4]', async () => {
  const mirror = createMirror('upgraded');
  await mirror.meta.put({ key: 'synced_at', value: 1 });
  const newer = new Dexie('upgraded');
  newer.version(99).stores({ courses: 'id', meta: 'key', feed: null });
  await newer.table('courses').put({ id: 'a', from_later: true });
  await expect(mirror.meta.put({ key: 'synced_at', value: 2 })).rejects.toThrow(/is newer than the app/);
  mirror.close();
  expect(await newer.table('meta').get('synced_at')).toEqual({ key: 'synced_at', value: 1 });
  expect([newer.verno, newer.tables.some(({ name }) => name === 'feed')]).toEqual([99, false]);
  newer.close();
});

test('beside a newer mirror no outbox is opened or created, so its unsent writes stay as they are [STORE-4]', async () => {
  await createNewer(mirrorName('maria'), 990, 'courses');
  await expect(openOutbox('maria')).rejects.toThrow(/is newer than the app/);
  expect((await Dexie.getDatabaseNames()).filter((one) => one.includes('maria'))).toEqual([mirrorName('maria')]);
});

test.each([
  ['downloads', downloadsName('ivan'), 'videos', () => new DownloadsDb('ivan').videos.count()],
  ['uploads', uploadsName('ivan'), 'uploads', () => openUploads('ivan').uploads.count()],
])('newer %s stay unchanged [STORE-4]', async (_, name, store, read) => {
  await createNewer(name, 990, store);
  await expect(read()).rejects.toThrow(/is newer than the app/);
  expect(await contentOf(name, store)).toEqual(untouched(990, store));
});

test('a newer durable store is neither read nor written [STORE-4]', async () => {
  await createNewer(DURABLE_STORE.database, DURABLE_STORE.version + 1, DURABLE_STORE.store);
  expect(await lookUpDurable('sloy.identity')).toBeUndefined();
  expect(await writeDurable('sloy.identity', 'other')).toBe(false);
  expect(await contentOf(DURABLE_STORE.database, DURABLE_STORE.store)).toEqual(
    untouched(DURABLE_STORE.version + 1, DURABLE_STORE.store),
  );
});
