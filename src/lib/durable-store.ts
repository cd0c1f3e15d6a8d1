/**
 * A few texts that must survive a dead battery. Browsers write localStorage to disk seconds later; here a write that resolved is on disk.
 * Guarantees: strict durability; reading never throws, a store that cannot be opened reads as empty.
 */
const NAME = 'sloy-keys';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('keys');
    request.onsuccess = () => done(request.result);
    request.onerror = () => {
      opened = undefined;
      failed(request.error);
    };
  });
  return opened;
}

/** What is kept, null for nothing, undefined when the store could not be read: then nobody knows. */
export async function lookUpDurable(key: string): Promise<string | null | undefined> {
  try {
    const database = await open();
    return await new Promise((done, failed) => {
      const request = database.transaction('keys').objectStore('keys').get(key);
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
    const database = await open();
    return await new Promise((done, failed) => {
      const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' });
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
