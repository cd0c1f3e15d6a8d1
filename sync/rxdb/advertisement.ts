/**
 * RxDB's Dexie storage prints an advertisement during the first write of a page. This wrapper drops that one message.
 * Guarantees: every other warning is printed, even during that write; `console.warn` is restored after the write.
 */
import type { RxStorage } from 'rxdb/plugins/core';
import { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';

const ADVERTISEMENT = 'RxDB Open Core RxStorage';

/** Number of running writes that may still print the advertisement. */
let writing = 0;
let dropped = false;
let warn = console.warn;

function filter(...args: unknown[]): void {
  if (String(args[0]).includes(ADVERTISEMENT)) dropped = true;
  else warn(...args);
}

async function withoutAdvertisement<T>(write: () => Promise<T>): Promise<T> {
  if (dropped && writing === 0) return write();
  if (writing === 0) {
    warn = console.warn;
    console.warn = filter;
  }
  writing += 1;
  try {
    return await write();
  } finally {
    writing -= 1;
    if (writing === 0 && console.warn === filter) console.warn = warn;
  }
}

export function dropAdvertisement(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    createStorageInstance: async (params) => {
      const instance = await storage.createStorageInstance(params);
      if (!(instance instanceof RxStorageInstanceDexie)) return instance;
      const own = instance.bulkWrite.bind(instance);
      instance.bulkWrite = (rows, context) => withoutAdvertisement(() => own(rows, context));
      return instance;
    },
  };
}
