/** The part of a Dexie database that `closeOnDeletion` uses. */
interface Database {
  on: (event: 'versionchange', listener: (event: IDBVersionChangeEvent) => boolean) => void;
  close: () => void;
}

/**
 * Keeps a database closed after another tab has deleted it. Otherwise the next query would open it again and so create an empty database.
 */
export function closeOnDeletion(db: Database): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) return true;
    db.close();
    // Return false to skip Dexie's own handler, which runs next and would let a later query reopen the database.
    return false;
  });
}
