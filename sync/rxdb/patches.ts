/**
 * The patches of this folder, applied together behind one version check. They replace functions of RxDB's Dexie storage and rely on its internals.
 * Rule: another version of RxDB stops the app with an error before any data is touched. Compare each patch with the new version's source first,
 * then raise PATCHED_RXDB.
 */
import type { Dexie } from 'dexie';
import { RXDB_VERSION, type RxDocumentData, type RxStorage } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { dropAdvertisement } from './advertisement';
import { batchGets, batchReads } from './batch-reads';
import { batchWrites } from './batch-writes';
import { patchCheckpointErrors } from './checkpoint-errors';
import { dropUnusedIndexes } from './unused-indexes';

export const PATCHED_RXDB = '17.6.0';

/** @throws Error for any version but the one that the patches were written for */
export function assertPatchedVersion(installed: string = RXDB_VERSION): void {
  if (installed !== PATCHED_RXDB)
    throw new Error(`RxDB ${installed} is installed, but the patches in sync/rxdb/ were written for ${PATCHED_RXDB}`);
}

/** Dexie's own observer of writes is switched off: RxDB tells the other tabs itself, and the observer costs a fifth of every write. */
export function patchedDexieStorage(prepare: (db: Dexie) => void): RxStorage<unknown, unknown> {
  assertPatchedVersion();
  const onCreate = (db: Dexie) => {
    db.unuse({ stack: 'dbcore', name: 'Observability' });
    batchGets(db);
    dropUnusedIndexes(db);
    prepare(db);
  };
  return batchWrites(dropAdvertisement(getRxStorageDexie({ chromeTransactionDurability: 'strict', onCreate })));
}

/** The patches that also apply to the memory storage of the tests. `onRead` receives the documents that a query of a collection found. */
export function patchStorage(
  storage: RxStorage<unknown, unknown>,
  onRead: (collection: string, documents: RxDocumentData<unknown>[]) => void,
): RxStorage<unknown, unknown> {
  assertPatchedVersion();
  return patchCheckpointErrors(batchReads(storage, onRead));
}
