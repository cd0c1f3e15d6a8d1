import 'fake-indexeddb/auto';
import { createJournal, journalStorage, type OpenJournal } from '@sync/journal/journal-store';
import { askedOf } from '@sync/rxdb/unused-indexes';
import { Dexie } from 'dexie';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterEach, expect, test } from 'vitest';
import { MARIA } from '../helpers/simulated-school';
import '../helpers/silence-rxdb';

// The journal's databases have the indexes that queries use, and no others.

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const open: OpenJournal[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((journal) => journal.close()));
});

async function journalOf(name: string, storage = journalStorage()) {
  const journal = await createJournal(MARIA, { name, storage, multiInstance: false });
  open.push(journal);
  return journal;
}

const close = async (journal: OpenJournal) => {
  open.splice(open.indexOf(journal), 1);
  await journal.close();
};

const write = (journal: OpenJournal, n: number) =>
  journal.write('like', uuid(n), () => ({ video_id: uuid(n), liked: true }));

/** The indexes of an object store in IndexedDB itself. */
async function indexesOf(name: string, collection = 'docs') {
  const db = await new Dexie(`rxdb-dexie-${name}--0--${collection}`).open();
  const { indexNames } = db.backendDB().transaction('docs').objectStore('docs');
  const names = Array.from(indexNames);
  db.close();
  return names;
}

test.each([
  [
    'a collection with indexes',
    'id, [_deleted+id], [_deleted+kind+id], [_meta.lwt+id], _meta.lwt',
    'id, [_deleted+kind+id], [_meta.lwt+id]',
  ],
  ['one without', 'id, [_deleted+id], [_meta.lwt+id], _meta.lwt', 'id, [_deleted+id], [_meta.lwt+id]'],
  ['a later version that needs one', 'id, [_deleted+id], _meta.lwt', 'id, [_deleted+id], _meta.lwt'],
  [
    'a key of another name',
    'key, [_deleted+key], [_deleted+kind+key], [_meta.lwt+key], _meta.lwt',
    'key, [_deleted+kind+key], [_meta.lwt+key]',
  ],
  ['only a key', 'id', 'id'],
])('%s', (_, table, asked) => {
  expect(askedOf(table)).toBe(asked);
});

test('the journal has an index for each of its queries, and RxDB’s internal collections keep theirs', async () => {
  await journalOf('indexes');
  expect(await indexesOf('indexes')).toEqual(['[_deleted+kind+id]', '[_deleted+pending+id]', '[_meta.lwt+id]']);
  expect(await indexesOf('indexes', '_rxdb_internal')).toEqual(['[_deleted+id]', '[_meta.lwt+id]']);
});

test('a journal that was created with more indexes opens unchanged and works', async () => {
  const before = await journalOf('older', getRxStorageDexie({}));
  await write(before, 1);
  await close(before);
  const made = await indexesOf('older');
  expect(made).toContain('_meta.lwt');

  const journal = await journalOf('older');
  await write(journal, 2);
  const waiting = await journal.collection.find({ selector: { pending: true } }).exec();
  expect(waiting.map(({ id }) => id)).toEqual([`like/${uuid(1)}`, `like/${uuid(2)}`]);
  expect(await indexesOf('older')).toEqual(made);
});
