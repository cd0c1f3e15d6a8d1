import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { createJournal, type OpenJournal } from '@sync/journal/journal-store';
import { type Doc, split } from '@sync/journal/push';
import { createMirror } from '@sync/mirror/mirror';
import { Dexie } from 'dexie';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PUSH_BYTES, PUSH_LIMIT } from '@/config/limits';
import type { StoredJournalDoc } from '@/domain/journal';
import { MARIA, THINGS } from '../helpers/simulated-school';

// The guarantees that a screen relies on when it writes a journal document.

const VIDEO = THINGS[0] as string;
let journal: OpenJournal;
let now = 1_000_000;

beforeEach(async () => {
  now = 1_000_000;
  journal = await createJournal(MARIA, {
    name: `journal-${Math.random()}`,
    storage: getRxStorageMemory(),
    multiInstance: false,
    now: () => now,
  });
});
afterEach(() => journal.close());

const like = (liked: boolean) => journal.write('like', VIDEO, () => ({ video_id: VIDEO, liked }));

test('a write is stored with its date and is pending', async () => {
  const doc = await like(true);
  expect(doc).toMatchObject({
    id: `like/${VIDEO}`,
    kind: 'like',
    at: 1_000_000,
    active_on: '1970-01-01',
    rev: 0,
    pending: true,
    data: { liked: true },
  });
  expect(await journal.get('like', VIDEO)).toEqual(doc);
  expect(await journal.get('cart', VIDEO)).toBeUndefined();
});

test('a later write has a later time, even after the clock was set back', async () => {
  const first = await like(true);
  now -= 500_000;
  expect((await like(false)).at).toBe(first.at + 1);
  expect((await journal.get('like', VIDEO))?.data.liked).toBe(false);
});

test('twenty concurrent changes of one document are all applied', async () => {
  const watch = (n: number) =>
    journal.write('progress', VIDEO, (before, at) => ({
      video_id: VIDEO,
      course_id: null,
      intervals: [...(before?.data.intervals ?? []), [n * 10_000, n * 10_000 + 1_000] as const],
      position: n,
      position_at: at,
      duration: 900_000,
      completed: false,
      first_watched: before?.data.first_watched ?? at,
    }));
  await Promise.all(Array.from({ length: 20 }, (_, n) => watch(n)));
  expect((await journal.get('progress', VIDEO))?.data.intervals).toHaveLength(20);
});

test('returning the stored data writes nothing, and a repeated fact is one document', async () => {
  const day = await journal.write('day', '2026-11-20', () => ({}));
  now += 60_000;
  expect(await journal.write('day', '2026-11-20', () => ({}))).toEqual(day);
  const liked = await like(true);
  expect(await journal.write('like', VIDEO, (before) => before?.data ?? { video_id: VIDEO, liked: false })).toEqual(
    liked,
  );
});

test('an error in a change is thrown, nothing is written, and other writes continue', async () => {
  const failing = journal.write('cart', VIDEO, () => {
    throw new Error('not in stock');
  });
  const [, stored] = await Promise.all([expect(failing).rejects.toThrow('not in stock'), like(true)]);
  expect(stored.pending).toBe(true);
  expect(await journal.get('cart', VIDEO)).toBeUndefined();
});

test('writing a document that the server would reject fails', async () => {
  await expect(journal.write('like', 'no-uuid', () => ({ video_id: 'no-uuid', liked: true }))).rejects.toThrow(
    'bad_id',
  );
  await expect(journal.write('cart', VIDEO, () => ({ product_id: VIDEO, quantity: 0.5 }))).rejects.toThrow(
    'bad_document',
  );
});

test('lists update after each write', async () => {
  const seen: StoredJournalDoc[][] = [];
  const subscriptions = [
    journal.docs$('like').subscribe((docs) => seen.push(docs)),
    journal.pending$.subscribe((docs) => seen.push(docs)),
  ];
  await like(true);
  await expect.poll(() => seen.filter((docs) => docs[0]?.id === `like/${VIDEO}`).length).toBe(2);
  for (const subscription of subscriptions) subscription.unsubscribe();
});

test('a stored write does not notify the live queries of the mirror', async () => {
  const onDisk = await createJournal(MARIA, { name: `journal-${Math.random()}`, multiInstance: false });
  const heard: string[] = [];
  const listen = (parts: object) => heard.push(...Object.keys(parts));
  Dexie.on('storagemutated', listen);
  await onDisk.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  expect(heard).toEqual([]);
  const mirror = createMirror(`mirror-${Math.random()}`);
  await mirror.meta.put({ key: 'a', value: 1 });
  expect(heard.some((part) => part.includes(mirror.name))).toBe(true);
  Dexie.on.storagemutated.unsubscribe(listen);
  await onDisk.close();
  mirror.close();
});

test('batches stay within both limits of the server, in order', () => {
  const docs = Array.from(
    { length: 250 },
    (_, n): Doc => ({ ...base(n), data: { form: 'demo', payload: { text: 'ж'.repeat(n % 2 ? 2_000 : 10_000) } } }),
  );
  const batches = [...split(docs)];
  expect(batches.flat()).toEqual(docs);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(PUSH_LIMIT);
    const sent = batch.map(({ pending: _, _deleted, ...doc }) => doc);
    expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThanOrEqual(PUSH_BYTES);
  }
  expect([...split([])]).toEqual([]);
});

const base = (n: number) => ({
  id: `form/${n}`,
  kind: 'form' as const,
  at: n,
  active_on: '2026-11-20',
  rev: 0,
  pending: true,
  _deleted: false,
});
