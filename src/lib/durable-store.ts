/**
 * A few texts that must survive a dead battery. Browsers write localStorage to disk seconds later; here a write that resolved is on disk.
 * Guarantees: strict durability; reading never throws, a store that cannot be opened reads as empty; one that was closed behind us is opened again.
 */
const NAME = 'sloy-keys';

let opened: Promise<IDBDatabase> | undefined;

/** The store was not there before this page: it is the first one here, or the browser threw away what there was. */
export let isNewStore = false;

const forget = () => {
  opened = undefined;
};

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      isNewStore = true;
      request.result.createObjectStore('keys');
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
      failed(request.error);
    };
  });
  return opened;
}

/** A transaction. Browsers close a store behind a page that slept, or whose data were cleared, and do not always say so. */
async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const start = (database: IDBDatabase) => database.transaction('keys', mode, { durability: 'strict' });
  const database = await open();
  try {
    return start(database);
  } catch {
    forget();
    return start(await open());
  }
}

/** What is kept, null for nothing, undefined when the store could not be read: then nobody knows. */
export async function lookUpDurable(key: string): Promise<string | null | undefined> {
  try {
    const transaction = await begin('readonly');
    return await new Promise((done, failed) => {
      const request = transaction.objectStore('keys').get(key);
      request.onsuccess = () => done(typeof request.result === 'string' ? request.result : null);
      request.onerror = () => failed(request.error);
    });
  } catch {
    return undefined;
  }
}

/** What is kept, or null. */
export const readDurable = async (key: string): Promise<string | null> => (await lookUpDurable(key)) ?? null;

/** Writes, or removes for null. Resolves when it is on disk. False when the browser refused. */
export async function writeDurable(key: string, value: string | null): Promise<boolean> {
  try {
    const transaction = await begin('readwrite');
    return await new Promise((done, failed) => {
      const keys = transaction.objectStore('keys');
      if (value === null) keys.delete(key);
      else keys.put(value, key);
      transaction.oncomplete = () => done(true);
      transaction.onabort = () => failed(transaction.error);
    });
  } catch {
    return false;
  }
}
