import 'fake-indexeddb/auto';
import { createJournal, journalStorage, type OpenJournal } from '@sync/journal/journal-store';
import type { BulkWriteRow } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoredJournalDoc } from '@/domain/journal';
import { MARIA } from '../helpers/simulated-school';
import '../helpers/silence-rxdb';

// Bulk writes through our patched storage have the same results, errors and events as RxDB's own storage.

const storages = { ours: journalStorage, own: () => getRxStorageDexie({ chromeTransactionDurability: 'strict' }) };
let journals: Record<keyof typeof storages, OpenJournal>;

beforeEach(async () => {
  const open = (storage: keyof typeof storages) =>
    createJournal(MARIA, {
      name: `writes-${storage}-${Math.random()}`,
      storage: storages[storage](),
      multiInstance: false,
    });
  journals = { ours: await open('ours'), own: await open('own') };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(Object.values(journals).map((journal) => journal.close()));
});

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Version `rev` of the nth document. `lwt` is its write time. */
function docOf(n: number, rev = 1, lwt = n, deleted = false) {
  const doc: StoredJournalDoc = {
    id: `like/${uuid(n)}`,
    kind: 'like',
    at: rev,
    active_on: '2026-11-22',
    rev,
    pending: rev % 2 === 1,
    data: { video_id: uuid(n), liked: true },
  };
  return { ...doc, _deleted: deleted, _attachments: {}, _meta: { lwt }, _rev: `${rev}-device` };
}
type Rows = BulkWriteRow<StoredJournalDoc>[];

const fresh = (...numbers: number[]): Rows => numbers.map((n) => ({ document: docOf(n) }));
const changed = (numbers: number[], lwt = 10_000): Rows =>
  numbers.map((n) => ({ previous: docOf(n), document: docOf(n, 2, lwt) }));
const to = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Runs the bulk writes. @returns their results, the events and the final contents of the storage */
async function said(journal: OpenJournal, calls: Rows[]) {
  const storage = journal.collection.internalStorageInstance;
  const news: unknown[] = [];
  const heard = storage
    .changeStream()
    .subscribe(({ events, checkpoint, context }) => news.push({ events, checkpoint, context }));
  const answers: unknown[] = [];
  for (const rows of calls) answers.push(await storage.bulkWrite(rows, 'test'));
  heard.unsubscribe();
  const ids = to(400).map((n) => docOf(n).id);
  return { answers, news, stored: await storage.findDocumentsById(ids, true) };
}

const cases: Record<string, Rows[]> = {
  'one new document': [fresh(1)],
  'many new documents': [fresh(...to(200))],
  'new documents, one of which is there': [fresh(3), fresh(...to(5))],
  'one document twice in a call': [fresh(1, 2, 1)],
  'the next state of one': [fresh(1), changed([1])],
  'the next state of some that were written together': [fresh(...to(200)), changed([20, 21, 22, 150])],
  'the next state of some that stand far apart': [fresh(...to(300)), changed([2, 299])],
  'a state that builds on an older one': [fresh(...to(9)), changed([4], 20_000), changed(to(9))],
  'new ones among known ones': [fresh(...to(9)), [...changed([3, 4]), ...fresh(20, 21)]],
  'known ones that are gone': [fresh(1), changed([1, 2, 3])],
  'documents that go, and come again': [
    fresh(...to(3)),
    to(3).map((n) => ({ previous: docOf(n), document: docOf(n, 2, 10_000, true) })),
    [{ previous: docOf(2, 2, 10_000, true), document: docOf(2, 3, 20_000) }],
  ],
  'one that is written as gone': [[{ document: docOf(1, 1, 1, true) }]],
};

test.each(Object.entries(cases))('%s: same result as RxDB itself', async (_, calls) => {
  expect(await said(journals.ours, calls)).toEqual(await said(journals.own, calls));
});

test('an error in the middle of a call rolls it back and is thrown', async () => {
  const storage = journals.ours.collection.internalStorageInstance;
  const ways: Record<'add' | 'put', Rows> = { add: fresh(...to(9)), put: [...changed([30, 31]), ...fresh(...to(9))] };
  for (const method of ['add', 'put'] as const) {
    const real = IDBObjectStore.prototype[method];
    const news = vi.fn();
    const heard = storage.changeStream().subscribe(news);
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value: StoredJournalDoc,
      ...rest
    ) {
      if (value.id === docOf(5).id) throw new DOMException('full', 'QuotaExceededError');
      return real.call(this, value, ...rest);
    });
    await expect(storage.bulkWrite(ways[method], 'test')).rejects.toThrow('full');
    vi.restoreAllMocks();
    heard.unsubscribe();
    expect(news).not.toHaveBeenCalled();
    expect(
      await storage.findDocumentsById(
        [...to(9), 30, 31].map((n) => docOf(n).id),
        true,
      ),
    ).toEqual([]);
  }
});

test('a journal of an earlier version can be written', async () => {
  const name = `earlier-${Math.random()}`;
  const earlier = await createJournal(MARIA, { name, storage: storages.own(), multiInstance: false });
  await earlier.write('like', uuid(1), () => ({ video_id: uuid(1), liked: true }));
  await earlier.close();
  const now = await createJournal(MARIA, { name, storage: storages.ours(), multiInstance: false });
  await now.write('like', uuid(1), (before) => ({ video_id: uuid(1), liked: !before?.data.liked }));
  await now.write('like', uuid(2), () => ({ video_id: uuid(2), liked: true }));
  expect((await now.get('like', uuid(1)))?.data.liked).toBe(false);
  expect((await now.get('like', uuid(2)))?.data.liked).toBe(true);
  await now.close();
});
