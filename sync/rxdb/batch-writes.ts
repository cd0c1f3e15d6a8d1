/**
 * RxDB's Dexie storage reads each document separately before it writes it. This patch adds new documents without a read, and
 * reads existing ones as one range of the index by write time, where documents that were written together are next to each
 * other.
 * Guarantees: same results and events as RxDB's own `bulkWrite` (17.6); stores all documents of a call or none; they are
 * stored when the call resolves.
 * Rule: if a document that was assumed to be new exists, RxDB's own function runs and reports the conflict.
 */

import { type BulkWriteRow, categorizeBulkWriteRows, type RxDocumentData, type RxStorage } from 'rxdb/plugins/core';
import {
  DEXIE_DOCS_TABLE_NAME,
  fromDexieToStorage,
  fromStorageToDexie,
  RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { Subject } from 'rxjs';
import { answerTo } from './batch-reads';

/** The only field of a collection's documents that this patch uses. */
interface Fact {
  id: string;
}
type Instance = RxStorageInstanceDexie<Fact>;
type Row = BulkWriteRow<Fact>;
type Document = RxDocumentData<Fact>;

/** RxDB's collection of metadata about databases and collections. It has few documents and is not patched. */
const INTERNAL = '_rxdb_internal';
/** Limit of a range read: this many times the number of wanted documents. Wanted documents that the range read misses are read by id. */
const STRETCH = 2;

export function batchWrites(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    createStorageInstance: async (params) => {
      const instance = await storage.createStorageInstance(params);
      if (
        instance instanceof RxStorageInstanceDexie &&
        params.collectionName !== INTERNAL &&
        !params.schema.attachments
      )
        writeMany(instance);
      return instance;
    },
  };
}

function writeMany(instance: Instance): void {
  const own = instance.bulkWrite.bind(instance);
  // `changes$` is private in RxDB. If it is missing, RxDB's own function stays in place.
  const changes: unknown = Reflect.get(instance, 'changes$');
  if (!(changes instanceof Subject)) return;
  instance.bulkWrite = async (rows, context) => {
    if (instance.closed) return own(rows, context);
    try {
      const { eventBulk, newestRow, errors } = await write(instance, rows, context);
      if (newestRow && eventBulk.events.length > 0) {
        const { document } = newestRow;
        eventBulk.checkpoint = { id: document.id, lwt: document._meta.lwt };
        changes.next(eventBulk);
      }
      return { error: errors };
    } catch (error) {
      if (error instanceof Error && error.name === 'ConstraintError') return own(rows, context);
      throw error;
    }
  };
}

async function write(instance: Instance, rows: Row[], context: string) {
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
  const fresh = rows.every(({ previous }) => !previous);
  const categorize = (stored: Map<string, Document>) =>
    categorizeBulkWriteRows<Fact>(instance, 'id', stored, rows, context);
  return dexieDb.transaction('rw', dexieTable, async ({ idbtrans }) => {
    const store = idbtrans.objectStore(DEXIE_DOCS_TABLE_NAME);
    const written = categorize(fresh ? new Map() : await storedOf(store, rows, booleanIndexes));
    const documents = [...written.bulkInsertDocs, ...written.bulkUpdateDocs].map(({ document }) =>
      fromStorageToDexie(booleanIndexes, document),
    );
    await answerToAll(documents.map((document) => (fresh ? store.add(document) : store.put(document))));
    return written;
  });
}

/** Resolves when all requests have succeeded. IndexedDB completes requests in order, so waiting for the last request is enough. */
function answerToAll(requests: IDBRequest[]): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const request of requests) request.onerror = () => reject(request.error);
    const last = requests.at(-1);
    if (last) last.onsuccess = () => resolve();
    else resolve();
  });
}

async function storedOf(store: IDBObjectStore, rows: Row[], booleanIndexes: string[]) {
  const stored = new Map<string, Document>();
  const keep = (found: unknown[]) => {
    for (const row of found) {
      if (row === undefined) continue;
      const document = fromDexieToStorage<Fact>(booleanIndexes, row);
      stored.set(document.id, document);
    }
  };
  const times = rows.flatMap(({ previous }) => (previous ? [previous._meta.lwt] : []));
  if (times.length > 1) {
    const stretch = IDBKeyRange.bound([Math.min(...times)], [Math.max(...times), []]);
    keep(await answerTo(store.index('[_meta.lwt+id]').getAll(stretch, STRETCH * times.length)));
  }
  const missing = rows.map(({ document }) => document.id).filter((id) => !stored.has(id));
  keep(await Promise.all(missing.map((id) => answerTo(store.get(id)))));
  return stored;
}
