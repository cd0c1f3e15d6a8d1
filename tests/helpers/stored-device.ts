/** The IndexedDB content of a device of an earlier version, exported to `tests/fixtures/versions/<version>/device.json`. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';

interface StoredIndex {
  name: string;
  keyPath: string | string[];
  unique: boolean;
  multiEntry: boolean;
}

interface StoredStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: StoredIndex[];
  /** `key` is set in stores without a key path. */
  rows: { key?: IDBValidKey; value: unknown }[];
}

interface StoredDevice {
  databases: { name: string; version: number; stores: StoredStore[] }[];
}

/** The account of all exported devices. */
export const STORED_ACCOUNT = '11111111-1111-4111-8111-111111111111';

const done = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function create(database: IDBDatabase, { name, keyPath, autoIncrement, indexes, rows }: StoredStore): void {
  const store = database.createObjectStore(name, { keyPath, autoIncrement });
  for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
    store.createIndex(index, path, { unique, multiEntry });
  for (const { key, value } of rows) store.put(value, key);
}

/** Replaces all databases of this process with those of the exported device. */
export async function loadDevice(version: string): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) await done(indexedDB.deleteDatabase(name));
  const file = new URL(`../fixtures/versions/${version}/device.json`, import.meta.url);
  const { databases } = JSON.parse(readFileSync(file, 'utf8')) as StoredDevice;
  for (const { name, version: number, stores } of databases) {
    const request = indexedDB.open(name, number);
    request.onupgradeneeded = () => {
      for (const store of stores) create(request.result, store);
    };
    (await done(request)).close();
  }
}
