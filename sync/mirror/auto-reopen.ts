/**
 * Keeps a Dexie database usable after the browser closed it or failed to open it. When the disk is full the browser closes every
 * database and opens none until there is space, and Dexie itself does not retry.
 * Guarantees: the next use opens the database again; after a failure, at most once per REOPEN_PAUSE_MS. A database that was
 * closed on purpose or deleted elsewhere stays closed.
 */
import type { Dexie } from 'dexie';
import { REOPEN_PAUSE_MS } from '@/shared/app-limits';
import { closeOnDeletion } from '@/shared/close-on-deletion';

export function autoReopen<D extends Dexie>(db: D): D {
  closeOnDeletion(db);
  const open = db.open.bind(db);
  db.open = () =>
    open().catch((error: unknown) => {
      setTimeout(() => {
        if (db.hasFailed() && !db.hasBeenClosed()) db.close({ disableAutoOpen: false });
      }, REOPEN_PAUSE_MS);
      throw error;
    });
  return db;
}
