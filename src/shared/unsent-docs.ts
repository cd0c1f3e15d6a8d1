/**
 * Reads the unsent documents from the copy of the outbox in the mirror's database, for the service worker, which has neither Dexie nor RxDB.
 * Guarantees: never writes, never creates a database, and keeps no connection open, which would block a page that deletes the database.
 */

import { PUSH_BYTES, PUSH_LIMIT } from '@/shared/limits';
import { type ENGINE_STORES, mirrorName } from '@/shared/names';

/** A document as `sync_push` takes it, with its state in the outbox. */
interface Copied {
  id: string;
  kind: string;
  at: number;
  active_on: string;
  rev: number;
  data: object;
  state: string;
}

const OUTBOX: keyof typeof ENGINE_STORES = 'outbox';

function openExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

function oldest(database: IDBDatabase): Promise<Copied[]> {
  return new Promise((resolve, reject) => {
    const request = database.transaction(OUTBOX).objectStore(OUTBOX).index('queued').getAll(undefined, PUSH_LIMIT);
    request.onsuccess = () => resolve(request.result); // only the engine writes this store
    request.onerror = () => reject(request.error);
  });
}

/** The oldest unsent documents of an account, within the limits of one call of `sync_push`. */
export async function unsentDocs(account: string): Promise<Omit<Copied, 'state'>[]> {
  const database = await openExisting(mirrorName(account));
  if (!database?.objectStoreNames.contains(OUTBOX)) {
    database?.close();
    return [];
  }
  const copied = await oldest(database).finally(() => database.close());
  const docs: Omit<Copied, 'state'>[] = [];
  let bytes = 2;
  for (const { id, kind, at, active_on, rev, data, state } of copied) {
    const doc = { id, kind, at, active_on, rev, data };
    bytes += new Blob([JSON.stringify(doc)]).size + 1;
    if (bytes > PUSH_BYTES) break;
    if (state === 'pending') docs.push(doc);
  }
  return docs;
}
