/**
 * RxDB's Dexie storage reads what a query finds with a cursor, and a document by its id, each in a turn of the browser of its own; here they
 * come many at a time.
 * Guarantees: the documents of `dexieQuery` (RxDB 17.6) in the same order; an error of the database is thrown, where the cursor would wait for ever.
 * Rule: every index of RxDB holds the primary key: no two documents share a place, and the last one's says where to read on.
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

/** Documents in one answer of the database. */
const CHUNK = 500;
/** So many ids are looked for in the whole table, where it holds few others: what RxDB noted of each document before it hands many over. */
const MANY_IDS = 500;

/** Dexie's own number; it exports the type alone. */
const ANY_RANGE = 3;

type Prepared = PreparedQuery<unknown>;
type Document = RxDocumentData<unknown>;

/** `onRead` hears what a query of a collection found. */
export function readingMany(
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

/** For the storage's `onCreate`, which is called for every database of RxDB. */
export function gettingMany(db: Dexie): void {
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
      range = rows.length < wanted ? undefined : after(range, rows.at(-1), index.keyPath as string[]); // an index of several fields
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
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], row); // it is in the index

function after(range: IDBKeyRange, row: unknown, keyPath: string[]): IDBKeyRange | undefined {
  const place = keyPath.map((path) => valueAt(row, path));
  return attempt(() => IDBKeyRange.bound(place, range.upper, true, range.upperOpen));
}

/** A range in which nothing can be is an error to the database. */
function attempt(make: () => IDBKeyRange): IDBKeyRange | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error && error.name === 'DataError') return undefined;
    throw error;
  }
}
