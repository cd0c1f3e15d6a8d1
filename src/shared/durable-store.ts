/**
 * Stores a few strings that must survive a power loss. A write resolves once it is on disk; browsers flush localStorage only seconds later.
 * Guarantees: strict durability; a store that a newer version of the app has changed is reported; reads never throw, and a store that cannot be
 * opened has only what this page has written; a store that the browser closed is opened again.
 */
import { DURABLE_STORE } from '@/shared/names';
import { reportNewerStore } from './newer-store';

const { database: NAME, store: STORE, version: VERSION } = DURABLE_STORE;

let opened: Promise<IDBDatabase> | undefined;

/** True if this page created the store: this is the first visit, or the browser has evicted the old store. */
export let isNewStore = false;

/** Values of this page that the browser refused to store: with them, a sign-in works until the page is left. */
const unstored = new Map<string, string>();

const forget = () => {
  opened = undefined;
};

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      isNewStore = true;
      request.result.createObjectStore(STORE);
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      done(database);
    };
    request.onerror = () => {
      forget();
      failed(request.error?.name === 'VersionError' ? reportNewerStore(NAME) : request.error);
    };
  });
  return opened;
}

/** Begins a transaction. If the browser has closed the store without an event, for example during sleep, opens the store again first. */
async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const start = (database: IDBDatabase) => database.transaction(STORE, mode, { durability: 'strict' });
  const database = await open();
  try {
    return start(database);
  } catch {
    forget();
    return start(await open());
  }
}

/** @returns the value; null if the key has none; undefined if the store could not be read and this page has not written the key. */
export async function lookUpDurable(key: string): Promise<string | null | undefined> {
  try {
    const transaction = await begin('readonly');
    return await new Promise((done, failed) => {
      const request = transaction.objectStore(STORE).get(key);
      request.onsuccess = () => done(typeof request.result === 'string' ? request.result : null);
      request.onerror = () => failed(request.error);
    });
  } catch {
    return unstored.get(key);
  }
}

/** @returns the value; null if the key has none or the store could not be read. */
export const readDurable = async (key: string): Promise<string | null> => (await lookUpDurable(key)) ?? null;

/** Writes a value, or removes it for null. @returns true once the change is on disk; false if the browser refused */
export async function writeDurable(key: string, value: string | null): Promise<boolean> {
  const stored = await writeStore(key, value);
  if (stored || value === null) unstored.delete(key);
  else unstored.set(key, value);
  return stored;
}

async function writeStore(key: string, value: string | null): Promise<boolean> {
  try {
    const transaction = await begin('readwrite');
    return await new Promise((done) => {
      const keys = transaction.objectStore(STORE);
      if (value === null) keys.delete(key);
      else keys.put(value, key);
      // Rule: commit at once. If the learner leaves a page during a transaction, WebKit never ends it, so no later page can read the store.
      transaction.commit();
      transaction.oncomplete = () => done(true);
      transaction.onabort = () => done(false);
    });
  } catch {
    return false;
  }
}
