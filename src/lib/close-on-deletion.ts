/** The part of a Dexie database that is needed here. */
interface Database {
  on: (event: 'versionchange', listener: (event: IDBVersionChangeEvent) => boolean) => void;
  close: () => void;
}

/**
 * Keeps a database closed after another tab has deleted it. Without this, Dexie would open it again at its next use, and so create an empty
 * database.
 */
export function closeOnDeletion(db: Database): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) return true;
    db.close();
    // The result false stops Dexie's own handler, which runs after this one and would allow the reopening.
    return false;
  });
}
