/**
 * RxDB's Dexie storage declares indexes that none of its queries uses, and every write pays for each. This patch omits
 * them.
 * Guarantees: every index that RxDB's query planner can choose exists. It chooses among the schema's own indexes;
 * `[_deleted+id]` is one only where the schema has no other.
 * Rule: `_meta.lwt` alone serves only RxDB's cleanup plugin (17.6), which the journal does not use. Whoever adds the
 * plugin has to keep that index.
 * Rule: a database that was created with more indexes keeps them; Dexie opens it unchanged.
 */
import type { Dexie } from 'dexie';
import { DEXIE_DOCS_TABLE_NAME } from 'rxdb/plugins/storage-dexie';

/** For the storage's `onCreate`: RxDB declares its tables after it. */
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

/** Removes the unused indexes from Dexie's declaration of a table (the primary key comes first). */
export function askedOf(table: string): string {
  const indexes = table.split(/,\s*/);
  const [primaryKey = ''] = indexes;
  const byDeleted = `[_deleted+${primaryKey}]`;
  const others = indexes.filter((index) => index.startsWith('[_deleted+') && index !== byDeleted);
  const idle = new Set(others.length > 0 ? [byDeleted] : []);
  if (indexes.includes(`[_meta.lwt+${primaryKey}]`)) idle.add('_meta.lwt');
  return indexes.filter((index) => !idle.has(index)).join(', ');
}
