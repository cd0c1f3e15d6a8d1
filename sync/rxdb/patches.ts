/**
 * Applies the patches of this folder after one version check. They replace functions of RxDB's Dexie storage and rely on its internals.
 * Rule: with another version of RxDB, throw before any data is touched. To upgrade RxDB, compare each patch with the new version's source,
 * then raise PATCHED_RXDB.
 */
import type { Dexie } from 'dexie';
import { RXDB_VERSION, type RxDocumentData, type RxStorage } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { batchGets, batchReads } from './batch-reads';
import { batchWrites } from './batch-writes';
import { patchCheckpointErrors } from './checkpoint-errors';
import { dropUnusedIndexes } from './unused-indexes';

export const PATCHED_RXDB = '17.6.0';

/** @throws Error for any version other than PATCHED_RXDB */
export function assertPatchedVersion(installed: string = RXDB_VERSION): void {
  if (installed !== PATCHED_RXDB)
    throw new Error(`RxDB ${installed} is installed, but the patches in sync/rxdb/ were written for ${PATCHED_RXDB}`);
}

/**
 * The patched IndexedDB storage. Removes Dexie's observability middleware, which takes a fifth of the time of every write.
 * RxDB does not need the middleware, because RxDB notifies other tabs itself.
 */
export function patchedDexieStorage(prepare: (db: Dexie) => void): RxStorage<unknown, unknown> {
  assertPatchedVersion();
  const onCreate = (db: Dexie) => {
    db.unuse({ stack: 'dbcore', name: 'Observability' });
    batchGets(db);
    dropUnusedIndexes(db);
    prepare(db);
  };
  return batchWrites(getRxStorageDexie({ chromeTransactionDurability: 'strict', onCreate }));
}

/** Applies the patches that the tests' memory storage needs too. `onRead` receives the documents that a query of a collection found. */
export function patchStorage(
  storage: RxStorage<unknown, unknown>,
  onRead: (collection: string, documents: RxDocumentData<unknown>[]) => void,
): RxStorage<unknown, unknown> {
  assertPatchedVersion();
  return patchCheckpointErrors(batchReads(storage, onRead));
}
