/**
 * A Dexie database that is not lost for the page when the browser closes it or cannot open it once. A full disk closes every store behind the page
 * and opens none until there is room; RxDB's Dexie then stays closed, and Dexie alone tries once and refuses all after it.
 * Guarantees: the next use opens it again, at most once a second while it fails; one that was closed on purpose, or deleted elsewhere, stays closed.
 */
import type { Dexie } from 'dexie';

/** Until a database that did not open may be tried again, ms. */
const REOPEN_MS = 1_000;

export function reopening<D extends Dexie>(db: D): D {
  // RxDB switches it off, and Dexie has no other door to it.
  const options: unknown = Reflect.get(db, '_options');
  if (typeof options === 'object' && options !== null && 'autoOpen' in options) options.autoOpen = true;
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion === null) db.close();
  });
  const open = db.open.bind(db);
  db.open = () =>
    open().catch((error: unknown) => {
      setTimeout(() => {
        if (db.hasFailed() && !db.hasBeenClosed()) db.close({ disableAutoOpen: false });
      }, REOPEN_MS);
      throw error;
    });
  return db;
}
