import { PUSH_BYTES, PUSH_LIMIT } from '@/shared/limits';
import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { createMirror } from '@sync/mirror/mirror';
import type { MirrorDb } from '@sync/mirror/mirror-schema';
import { ownTable, storeAnswers } from '@sync/mirror/own-rows';
import { createOutbox, type Outbox } from '@sync/outbox/outbox';
import { outboxStorage } from '@sync/outbox/outbox-store';
import { split } from '@sync/outbox/sender';
import { shownDoc, toSent } from '@sync/outbox/shown';
import type { OutboxDoc } from '@sync/protocol/types';
import { Dexie } from 'dexie';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kind } from '@/shared/journal';
import { idOf, MARIA, THINGS } from '../helpers/simulated-school';

// The guarantees that a screen relies on when it writes a document.

const VIDEO = THINGS[0] as string;
let mirror: MirrorDb;
let outbox: Outbox;
let now = 1_000_000;

beforeEach(async () => {
  now = 1_000_000;
  mirror = createMirror(`mirror-${Math.random()}`);
  outbox = await createOutbox(MARIA, mirror, {
    name: `outbox-${Math.random()}`,
    storage: getRxStorageMemory(),
    multiInstance: false,
    now: () => now,
  });
});
afterEach(async () => {
  await outbox.close();
  await mirror.delete();
});

/** What a screen shows. */
async function shown(kind: Kind, key: string) {
  const id = `${kind}/${key}`;
  const held = outbox.docs().find((doc) => doc.id === id);
  return shownDoc(await ownTable(mirror, kind).get(id), held);
}

const like = (liked: boolean) => outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked }));

test('a text is stored clean, and one of invisible characters is refused like an empty one [OUTBOX-1]', async () => {
  const comment = (content: string) =>
    outbox.write('comment', idOf(1), () => ({ video_id: VIDEO, content, created_at: 1, deleted: false }));
  await expect(comment('\u200b\u200e')).rejects.toThrow('bad_document');
  expect(await comment('сла\u0438\u0306\u200bсер')).toMatchObject({ data: { content: 'слайсер' } });
});

test('a write is stored with its date and is pending [OUTBOX-1]', async () => {
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
  expect(await shown('like', VIDEO)).toEqual(doc);
  expect(await shown('cart', VIDEO)).toBeUndefined();
});

test('a later write has a later time, even after the clock was set back [OUTBOX-3]', async () => {
  const first = await like(true);
  now -= 500_000;
  expect((await like(false)).at).toBe(first.at + 1);
  expect((await shown('like', VIDEO))?.data).toMatchObject({ liked: false });
});

test('twenty concurrent changes of one document are all applied [OUTBOX-4]', async () => {
  const watch = (n: number) =>
    outbox.write('progress', VIDEO, (before, at) => ({
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
  const { data } = (await shown('progress', VIDEO)) ?? {};
  expect(data && 'intervals' in data && data.intervals).toHaveLength(20);
});

test('returning the stored data writes nothing, and a repeated fact is one document [OUTBOX-5]', async () => {
  const day = await outbox.write('day', '2026-11-20', () => ({}));
  now += 60_000;
  expect(await outbox.write('day', '2026-11-20', (before) => before?.data ?? {})).toEqual(day);
  await outbox.write('day', '2026-11-20', () => ({}));
  expect(outbox.docs()).toHaveLength(1);
  const liked = await like(true);
  expect(await outbox.write('like', VIDEO, (before) => before?.data ?? { video_id: VIDEO, liked: false })).toEqual(
    liked,
  );
});

test('an error in a change is thrown, nothing is written, and other writes continue [OUTBOX-6]', async () => {
  const failing = outbox.write('cart', VIDEO, () => {
    throw new Error('not in stock');
  });
  const [, stored] = await Promise.all([expect(failing).rejects.toThrow('not in stock'), like(true)]);
  expect(stored.pending).toBe(true);
  expect(await shown('cart', VIDEO)).toBeUndefined();
});

test('writing a document that the server would reject fails [OUTBOX-6]', async () => {
  await expect(outbox.write('like', 'no-uuid', () => ({ video_id: 'no-uuid', liked: true }))).rejects.toThrow('bad_id');
  await expect(outbox.write('cart', VIDEO, () => ({ product_id: VIDEO, quantity: 0.5 }))).rejects.toThrow(
    'bad_document',
  );
});

/** Confirms the documents as the sender does: the mirror first. */
async function confirm(docs: readonly OutboxDoc[], rev = 1): Promise<void> {
  await storeAnswers(
    mirror,
    MARIA,
    docs.map((doc) => ({ ...toSent(doc), rev })),
    null,
  );
  await outbox.confirm(docs);
}

test('a confirmed document leaves the outbox and stays on screen; one that was changed meanwhile stays pending [OUTBOX-8]', async () => {
  await like(true);
  const sent = outbox.pending();
  await like(false);
  await confirm(sent);
  expect(await shown('like', VIDEO)).toMatchObject({ pending: true, data: { liked: false } });
  expect(outbox.docs()).toHaveLength(1);
  await confirm(outbox.pending(), 2);
  expect(outbox.docs()).toEqual([]);
  expect(await shown('like', VIDEO)).toMatchObject({ pending: false, rev: 2, data: { liked: false } });
});

test('a write builds on what the mirror has, and gets a later time than the mirror and the outbox [OUTBOX-2, OUTBOX-3]', async () => {
  await like(true);
  await confirm(outbox.pending());
  await mirror.like.update(`like/${VIDEO}`, { at: 5_000_000 });
  const again = await outbox.write('like', VIDEO, (before) => ({ video_id: VIDEO, liked: !before?.data.liked }));
  expect(again).toMatchObject({ at: 5_000_001, rev: 1, data: { liked: false } });
});

test('documents are sent in the order of writing, and one that is changed while it waits keeps its place [OUTBOX-7]', async () => {
  const write = (n: number, content: string) =>
    outbox.write('comment', idOf(n), (_, at) => ({ video_id: VIDEO, content, created_at: at, deleted: false }));
  await write(1, 'въпрос');
  now -= 500_000; // the clock is set back
  await write(2, 'отговор');
  await write(1, 'поправен въпрос');
  expect(outbox.pending().map(({ id }) => id)).toEqual([`comment/${idOf(1)}`, `comment/${idOf(2)}`]);
});

test('a rejected document of a kind that keeps it is shown; of any other kind the server’s state is shown again [SHOW-1]', async () => {
  await like(true);
  await confirm(outbox.pending());
  await like(false);
  await outbox.write('day', '2026-11-20', () => ({}));
  for (const doc of outbox.pending()) await outbox.reject(doc, 'forbidden', 'no');
  expect(await shown('like', VIDEO)).toMatchObject({ pending: false, data: { liked: true } });
  expect(await shown('day', '2026-11-20')).toMatchObject({ pending: false });
  expect([outbox.count('pending'), outbox.count('rejected')]).toEqual([0, 2]);
  expect(outbox.docs()).toMatchObject([{ code: 'forbidden', message: 'no', rejected_at: now }, { state: 'rejected' }]);
});

test('a rejected document that is sent again wins over the server’s copy, even after the clock was set back [OUTBOX-11]', async () => {
  await like(true);
  await outbox.reject(outbox.docs()[0] as OutboxDoc, 'forbidden', '');
  await storeAnswers(mirror, MARIA, [{ ...toSent(outbox.docs()[0] as OutboxDoc), at: 9_000_000, rev: 3 }], null);
  now = 500;
  await outbox.retry(`like/${VIDEO}`);
  expect(outbox.docs()).toMatchObject([{ state: 'pending', at: 9_000_001, data: { liked: true } }]);
  expect(outbox.docs()[0]).not.toHaveProperty('code');
});

test('a rejection and a dismissal do not touch a document that was changed later [OUTBOX-10]', async () => {
  await like(true);
  const [sent] = outbox.docs() as [OutboxDoc];
  await like(false);
  await outbox.reject(sent, 'forbidden', '');
  await outbox.dismiss(sent.id);
  expect(outbox.docs()).toMatchObject([{ state: 'pending', data: { liked: false } }]);
});

test('a document that is put back is sent as it was; one that waits already stays [EPOCH-3]', async () => {
  await like(true);
  const [held] = outbox.docs() as [OutboxDoc];
  const lost = { id: 'day/2026-11-20', kind: 'day' as const, at: 7, active_on: '2026-11-20', rev: 4, data: {} };
  await outbox.putBack([lost, { ...toSent(held), at: 1 }]);
  expect(outbox.docs()).toMatchObject([held, { ...lost, state: 'pending' }]);
});

/** An outbox of another tab on the same disk, which tells this tab nothing: a tab that died after its last write. */
async function inDeadTab(name: string, act: (other: Outbox) => Promise<unknown>) {
  const on = outboxStorage(() => undefined);
  const storage = { ...on, name: 'of a dead tab', createStorageInstance: on.createStorageInstance.bind(on) };
  const other = await createOutbox(MARIA, mirror, { name, storage, multiInstance: false, now: () => now });
  await act(other);
  await other.close();
}

const onDisk = (name: string) => createOutbox(MARIA, mirror, { name, multiInstance: false, now: () => now });

test('the next reading finds what a tab wrote that died before it could tell, and loses what it removed [OUTBOX-12]', async () => {
  const name = `outbox-${Math.random()}`;
  const mine = await onDisk(name);
  await mine.write('day', '2026-11-20', () => ({}));
  await inDeadTab(name, async (other) => {
    await other.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
    await other.confirm(other.pending().filter(({ kind }) => kind === 'day'));
  });
  expect(mine.docs().map(({ id }) => id)).toEqual(['day/2026-11-20']);
  const heard: unknown[] = [];
  mine.subscribe((change) => heard.push(change));
  await mine.read();
  expect(mine.docs().map(({ id }) => id)).toEqual([`like/${VIDEO}`]);
  expect(heard).toEqual([{ left: true }]);
  await mine.close();
});

test('a write builds on what a tab wrote that died before it could tell [OUTBOX-4, OUTBOX-12]', async () => {
  const name = `outbox-${Math.random()}`;
  const mine = await onDisk(name);
  const write = (outbox: Outbox, quantity: number) =>
    outbox.write('cart', VIDEO, (before) => ({ product_id: VIDEO, quantity: (before?.data.quantity ?? 0) + quantity }));
  await inDeadTab(name, (other) => write(other, 1));
  expect((await write(mine, 2)).data.quantity).toBe(3);
  await inDeadTab(name, (other) => write(other, 4));
  expect((await write(mine, 8)).data.quantity).toBe(15);
  await mine.confirm(mine.pending());
  expect(mine.docs()).toEqual([]);
  await mine.close();
});

test('a lost document that waits here stays although the answer from before the restored backup is still handled [EPOCH-4]', async () => {
  await like(true);
  const sent = outbox.pending();
  await outbox.putBack(sent.map(toSent));
  await outbox.confirm(sent);
  expect(outbox.pending()).toMatchObject([{ at: (sent[0]?.at ?? 0) + 1, data: { liked: true } }]);
});

test('a write survives a restart on disk [OUTBOX-1]', async () => {
  const name = `outbox-${Math.random()}`;
  const first = await onDisk(name);
  await first.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  await first.close();
  const again = await onDisk(name);
  expect(again.pending()).toMatchObject([{ data: { liked: true } }]);
  await again.close();
});

test('the copy for the first paint has every document that a resolved write has stored, and loses what leaves the outbox [OUTBOX-13]', async () => {
  await like(true);
  expect(await mirror.outbox.toArray()).toEqual(outbox.docs());
  await outbox.reject(outbox.docs()[0] as OutboxDoc, 'forbidden', 'no');
  expect(await mirror.outbox.toArray()).toEqual(outbox.docs());
  await like(false);
  expect(await mirror.outbox.toArray()).toMatchObject([{ state: 'pending', data: { liked: false } }]);
  await confirm(outbox.pending());
  expect(await mirror.outbox.toArray()).toEqual([]);
});

test('the next reading repairs a copy that a tab that died did not write [OUTBOX-14]', async () => {
  await like(true);
  await outbox.write('day', '2026-11-20', () => ({}));
  await mirror.outbox.update(`like/${VIDEO}`, { at: 1 });
  await mirror.outbox.delete('day/2026-11-20');
  await mirror.outbox.put({ ...(outbox.docs()[0] as OutboxDoc), id: 'day/2026-11-19', kind: 'day' });
  await outbox.read();
  expect(await mirror.outbox.orderBy('queued').toArray()).toEqual(outbox.docs());
});

test('a write that fails leaves no copy [OUTBOX-13]', async () => {
  const name = `outbox-${Math.random()}`;
  const stored = await onDisk(name);
  for (const method of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...values) {
      if (this.name === 'outbox') return real.apply(this, values);
      throw new DOMException('No room', 'QuotaExceededError');
    });
  }
  await expect(stored.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }))).rejects.toThrow('No room');
  vi.restoreAllMocks();
  expect([stored.docs(), await mirror.outbox.count()]).toEqual([[], 0]);
  await stored.close();
});

test('a write is durable although its copy fails [OUTBOX-13]', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(mirror.outbox, 'bulkPut').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await like(true);
  expect([outbox.count('pending'), await mirror.outbox.count()]).toEqual([1, 0]);
  vi.restoreAllMocks();
});

test('an outbox that cannot be created on a full disk fails, and opens once there is room [STORE-2]', async () => {
  await mirror.meta.count();
  for (const method of ['put', 'add'] as const)
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
  const name = `outbox-${Math.random()}`;
  await expect(createOutbox(MARIA, mirror, { name, multiInstance: false })).rejects.toThrow('No room');
  vi.restoreAllMocks();
  const later = await createOutbox(MARIA, mirror, { name, multiInstance: false });
  expect(later.docs()).toEqual([]);
  await later.close();
});

test('an outbox that the browser has closed opens again at the next write [STORE-2]', async () => {
  const name = `outbox-${Math.random()}`;
  const opened: Dexie[] = [];
  const open = Dexie.prototype.open;
  Dexie.prototype.open = function (this: Dexie) {
    opened.push(this);
    return open.call(this);
  };
  const stored = await onDisk(name);
  Dexie.prototype.open = open;
  for (const database of opened) database.close({ disableAutoOpen: false }); // as the browser does on a full disk
  const heard: unknown[] = [];
  stored.subscribe((change) => heard.push(change));
  await stored.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  expect([stored.count('pending'), heard]).toEqual([1, [{ left: false }]]);
  await stored.confirm(stored.pending());
  expect(stored.docs()).toEqual([]);
  await stored.close();
});

test('batches stay within both limits of the server, in order [PUSH-1]', () => {
  const docs = Array.from(
    { length: 250 },
    (_, n): OutboxDoc => ({
      ...base(n),
      data: { form: 'demo', payload: { text: 'ж'.repeat(n % 2 ? 2_000 : 10_000) } },
    }),
  );
  const batches = [...split(docs)];
  expect(batches.flat()).toEqual(docs);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(PUSH_LIMIT);
    const sent = batch.map(toSent);
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
  state: 'pending' as const,
  queued: n,
});
