import { createStore } from 'zustand/vanilla';

/**
 * Keeps this version of the app away from a database that a newer version has changed: after a rollback, or in a tab that stayed open.
 * Dexie alone would open such a database, add the indexes that it misses and write rows that the newer version cannot read.
 * Guarantees: a newer database is neither read nor changed, and the page shows a message.
 */
export class NewerStoreError extends Error {
  override name = 'NewerStoreError';
}

/** Whether this page has found a newer database. */
export const newerStore = createStore<boolean>(() => false);

/** Makes the page show the message. @returns the error to throw */
export function reportNewerStore(database: string): NewerStoreError {
  newerStore.setState(true);
  return new NewerStoreError(`${database} is newer than the app`);
}

/**
 * Dexie options that reject a database with a newer version than the code declares. After a VersionError, Dexie calls `indexedDB.open` a second time
 * without a version, to use the database as it is; the returned factory throws on that second call.
 */
export function rejectNewer(factory: IDBFactory | undefined = globalThis.indexedDB): { indexedDB?: IDBFactory } {
  if (!factory) return {};
  const open = (name: string, version?: number) => {
    if (version === undefined) throw reportNewerStore(name);
    return factory.open(name, version);
  };
  const indexedDB = new Proxy(factory, {
    get(target, property) {
      if (property === 'open') return open;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { indexedDB };
}
