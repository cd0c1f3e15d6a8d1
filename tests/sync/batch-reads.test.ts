import 'fake-indexeddb/auto';
import { createJournal, journalStorage, type OpenJournal } from '@sync/journal/journal-store';
import { normalizeMangoQuery, prepareQuery } from 'rxdb/plugins/core';
import { dexieQuery, RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredJournalDoc } from '@/domain/journal';
import { MARIA } from '../helpers/simulated-school';
import '../helpers/silence-rxdb';

// Storage queries read in batches return the same documents in the same order as RxDB's own cursor.

const DOCS = 1_100;
let journal: OpenJournal;

beforeAll(async () => {
  journal = await createJournal(MARIA, {
    name: `reads-${Math.random()}`,
    storage: journalStorage(),
    multiInstance: false,
  });
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n * 7_919).padStart(12, '0')}`;
  const write = (n: number) =>
    n % 3
      ? journal.write('view', `news/${uuid(n)}`, () => ({ news_id: uuid(n) }))
      : journal.write('like', uuid(n), () => ({ video_id: uuid(n), liked: n % 2 === 0 }));
  await Promise.all(Array.from({ length: DOCS }, (_, n) => write(n)));
  await Promise.all(
    [6, 7, 8].map((n) => journal.writer.modify(n % 3 ? `view/news/${uuid(n)}` : `like/${uuid(n)}`, () => 'delete')),
  );
});
afterAll(() => journal.close());

const storage = () => journal.collection.internalStorageInstance;
/** Prepares a query for the storage. `query` has no RxDB type, because RxDB's query types lack its internal fields. */
const prepared = (query: object) => {
  const { jsonSchema } = journal.collection.schema;
  return prepareQuery(jsonSchema, normalizeMangoQuery(jsonSchema, query));
};
const asked = async (query: object) => (await storage().query(prepared(query))).documents;
const cursorFinds = async (query: object) => {
  const instance = storage();
  if (!(instance instanceof RxStorageInstanceDexie)) throw new Error('The journal is not in Dexie');
  return (await dexieQuery<StoredJournalDoc>(instance, prepared(query))).documents;
};

const living = { _deleted: { $eq: false } };
const queries: Record<string, object> = {
  'all that waits': { selector: { pending: true, ...living } },
  'nothing waits': { selector: { pending: false, ...living } },
  'a kind': { selector: { kind: 'view', ...living } },
  'a kind that nobody has': { selector: { kind: 'note', ...living } },
  'a few of a kind': { selector: { kind: 'like', ...living }, skip: 3, limit: 20 },
  'nothing at all': { selector: { kind: 'like', ...living }, limit: 0 },
  'what no index knows': { selector: { 'data.liked': true, ...living } },
  'what no index knows, the first': { selector: { 'data.liked': true, ...living }, limit: 2 },
  'in an order that no index has': {
    selector: { kind: 'view', ...living },
    sort: [{ at: 'desc' }, { id: 'asc' }],
    skip: 5,
    limit: 700,
  },
  'the deleted too': { selector: { id: { $gt: 'like/' } } },
  'a range where nothing can be': { selector: { id: { $gt: 'z', $lt: 'a' } } },
};

test.each(Object.entries(queries))('%s', async (_, query) => {
  expect(await asked(query)).toEqual(await cursorFinds(query));
});

test('the changes after a checkpoint, page by page, contain every document once', async () => {
  const [first] = await asked({ selector: {}, sort: [{ '_meta.lwt': 'asc' }, { id: 'asc' }] });
  if (!first) throw new Error('The journal is empty');
  const { id, _meta } = first;
  const { lwt } = _meta;
  const since = {
    selector: {
      $or: [{ '_meta.lwt': { $gt: lwt } }, { '_meta.lwt': { $eq: lwt }, id: { $gt: id } }],
      '_meta.lwt': { $gte: lwt },
    },
    sort: [{ '_meta.lwt': 'asc' }, { id: 'asc' }],
  };
  for (const limit of [1, 499, 500, 501, 1_000, 5_000]) {
    const page = { ...since, limit };
    const found = await asked(page);
    expect(found.length).toBe(Math.min(limit, DOCS - 1));
    expect(found).toEqual(await cursorFinds(page));
  }
});

test('many documents are found by their ids like few: in the requested order, without unknown ones', async () => {
  const known = (await asked({ selector: living })).map(({ id }) => id).reverse();
  const ids = known.flatMap((id, n) => (n % 2 ? [id, `view/news/nobody-${n}`] : [id]));
  const few: unknown[] = [];
  for (let n = 0; n < ids.length; n += 100)
    few.push(...(await storage().findDocumentsById(ids.slice(n, n + 100), true)));
  expect(few).toHaveLength(known.length);
  for (const count of [499, 500, 600, ids.length]) {
    const found = await storage().findDocumentsById(ids.slice(0, count), true);
    expect(found).toEqual(few.slice(0, found.length));
    expect(found).toHaveLength(ids.slice(0, count).filter((id) => !id.includes('nobody')).length);
  }
});
