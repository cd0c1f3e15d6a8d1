/**
 * RxDB's Dexie storage keeps indexes that none of its questions needs, and every write pays for each.
 * Guarantee: what RxDB plans on is there. Its plans stay within the schema's own indexes, of which `[_deleted+id]` is one only where no other is given.
 * Rule: `_meta.lwt` by itself is for RxDB's cleanup plugin alone (17.6), which the journal does not use; who adds it has to leave that index.
 * Rule: a database that was made with more keeps them; Dexie opens it as it is.
 */
import type { Dexie } from 'dexie';
import { DEXIE_DOCS_TABLE_NAME } from 'rxdb/plugins/storage-dexie';

/** For the storage's `onCreate`: RxDB declares its tables after it. */
export function withoutIdleIndexes(db: Dexie): void {
  const declare = db.version.bind(db);
  db.version = (number) => {
    const version = declare(number);
    const stores = version.stores.bind(version);
    version.stores = (tables) => {
      const docs = tables[DEXIE_DOCS_TABLE_NAME];
      return stores(docs ? { ...tables, [DEXIE_DOCS_TABLE_NAME]: askedOf(docs) } : tables);
    };
    return version;
  };
}

/** From Dexie's words for a table, the primary key first, to the same without what is idle. */
export function askedOf(table: string): string {
  const indexes = table.split(/,\s*/);
  const [primaryKey = ''] = indexes;
  const byDeleted = `[_deleted+${primaryKey}]`;
  const others = indexes.filter((index) => index.startsWith('[_deleted+') && index !== byDeleted);
  const idle = new Set(others.length > 0 ? [byDeleted] : []);
  if (indexes.includes(`[_meta.lwt+${primaryKey}]`)) idle.add('_meta.lwt');
  return indexes.filter((index) => !idle.has(index)).join(', ');
}
