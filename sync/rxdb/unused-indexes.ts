/**
 * RxDB's Dexie storage declares indexes that none of its queries uses, and each index slows down every write. This patch
 * omits them.
 * Guarantees: every index that RxDB's query planner can choose exists. The planner chooses among the schema's own indexes.
 * It uses `[_deleted+id]` only if the schema has no index of its own.
 * Rule: only RxDB's cleanup plugin (17.6), which the journal does not use, needs the index on `_meta.lwt` alone. To add the
 * plugin, keep that index.
 * Rule: a database that was created with more indexes keeps them; Dexie opens it unchanged.
 */
import type { Dexie } from 'dexie';
import { DEXIE_DOCS_TABLE_NAME } from 'rxdb/plugins/storage-dexie';

/** Call this in the storage's `onCreate`, before RxDB declares its tables. */
export function dropUnusedIndexes(db: Dexie): void {
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

/** Removes the unused indexes from a table's Dexie schema string, which starts with the primary key. */
export function askedOf(table: string): string {
  const indexes = table.split(/,\s*/);
  const [primaryKey = ''] = indexes;
  const byDeleted = `[_deleted+${primaryKey}]`;
  const others = indexes.filter((index) => index.startsWith('[_deleted+') && index !== byDeleted);
  const idle = new Set(others.length > 0 ? [byDeleted] : []);
  if (indexes.includes(`[_meta.lwt+${primaryKey}]`)) idle.add('_meta.lwt');
  return indexes.filter((index) => !idle.has(index)).join(', ');
}
