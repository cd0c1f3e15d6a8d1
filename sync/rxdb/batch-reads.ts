/**
 * RxDB's Dexie storage reads query results with a cursor, and documents by id one at a time, each in its own turn of the
 * event loop. This patch reads them in batches.
 * Guarantees: returns the same documents as `dexieQuery` (RxDB 17.6) in the same order; rejects on a database error, where
 * RxDB's cursor would wait forever.
 * Rule: every index of RxDB ends with the primary key, so index keys are unique and the next batch starts after the key of
 * the last document.
 */
import type { DBCore, DBCoreGetManyRequest, Dexie } from 'dexie';
import {
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
  type RxDocumentData,
  type RxStorage,
} from 'rxdb/plugins/core';
import {
  DEXIE_DOCS_TABLE_NAME,
  fromDexieToStorage,
  getKeyRangeByQueryPlan,
  RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';

/** Documents per batch. */
const CHUNK = 500;
/**
 * For at least this many ids, read the whole table if it has few other rows. Before a large push, RxDB looks up the metadata
 * of every document.
 */
const MANY_IDS = 500;

/** Dexie's internal constant; Dexie exports only the type. */
const ANY_RANGE = 3;

type Prepared = PreparedQuery<unknown>;
type Document = RxDocumentData<unknown>;

/** Patches the queries of a storage. `onRead` receives the documents that a query of a collection found. */
export function batchReads(
  storage: RxStorage<unknown, unknown>,
  onRead: (collection: string, documents: Document[]) => void = () => undefined,
): RxStorage<unknown, unknown> {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    createStorageInstance: async (params) => {
      const instance = await storage.createStorageInstance(params);
      if (instance instanceof RxStorageInstanceDexie) {
        const dexie: RxStorageInstanceDexie<unknown> = instance;
        dexie.query = async (prepared: Prepared) => {
          const documents = await find(dexie, prepared);
          onRead(params.collectionName, documents);
          return { documents };
        };
      }
      return instance;
    },
  };
}

/** Patches lookups by id. Call it in the storage's `onCreate`, which runs for each Dexie database of RxDB. */
export function batchGets(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'getting-many',
    create: (core: DBCore) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        const { primaryKey } = table.schema;
        const all = { index: primaryKey, range: { type: ANY_RANGE, lower: undefined, upper: undefined } };
        const getMany = async (request: DBCoreGetManyRequest): Promise<unknown[]> => {
          const { trans, keys } = request;
          if (keys.length < MANY_IDS || (await table.count({ trans, query: all })) > 2 * keys.length)
            return table.getMany(request);
          const { result } = await table.query({ trans, values: true, query: all });
          const rowOf = new Map(result.map((row) => [primaryKey.extractKey?.(row), row]));
          return keys.map((key) => rowOf.get(key));
        };
        return { ...table, getMany };
      },
    }),
  });
}

async function find(instance: RxStorageInstanceDexie<unknown>, { query, queryPlan }: Prepared): Promise<Document[]> {
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
  const most = query.skip + (query.limit ?? Number.POSITIVE_INFINITY);
  const matches = queryPlan.selectorSatisfiedByIndex ? () => true : getQueryMatcher(instance.schema, query);
  const found: Document[] = [];
  let range = rangeOf(booleanIndexes, queryPlan);
  await dexieDb.transaction('r', dexieTable, async ({ idbtrans }) => {
    const index = indexOf(idbtrans, queryPlan);
    while (range) {
      const wanted = queryPlan.sortSatisfiedByIndex ? Math.min(CHUNK, most - found.length) : CHUNK;
      if (wanted <= 0) break;
      const rows: unknown[] = await answerTo(index.getAll(range, wanted));
      for (const row of rows) {
        const document = fromDexieToStorage<unknown>(booleanIndexes, row);
        if (matches(document)) found.push(document);
      }
      // The cast is safe because the key path of a compound index is an array.
      range = rows.length < wanted ? undefined : after(range, rows.at(-1), index.keyPath as string[]);
    }
  });
  if (!queryPlan.sortSatisfiedByIndex) found.sort(getSortComparator(instance.schema, query));
  return found.slice(query.skip, most);
}

const rangeOf = (booleanIndexes: string[], queryPlan: Prepared['queryPlan']) =>
  attempt(() => getKeyRangeByQueryPlan(booleanIndexes, queryPlan, IDBKeyRange) as IDBKeyRange);

const indexOf = (transaction: IDBTransaction, { index }: Prepared['queryPlan']) =>
  transaction.objectStore(DEXIE_DOCS_TABLE_NAME).index(`[${index.join('+')}]`);

export const answerTo = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const valueAt = (row: unknown, path: string): unknown =>
  // The cast is safe because an indexed row has every field of the index.
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], row);

function after(range: IDBKeyRange, row: unknown, keyPath: string[]): IDBKeyRange | undefined {
  const place = keyPath.map((path) => valueAt(row, path));
  return attempt(() => IDBKeyRange.bound(place, range.upper, true, range.upperOpen));
}

/** Makes a key range. @returns undefined if the range is empty, for which IndexedDB throws */
function attempt(make: () => IDBKeyRange): IDBKeyRange | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error && error.name === 'DataError') return undefined;
    throw error;
  }
}
