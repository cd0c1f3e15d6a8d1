// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { forgetAccount, openMirror, ownDocs } from '@sync';
import { storeAnswers } from '@sync/mirror/own-rows';
import { closeOutbox, openOutbox } from '@sync/outbox/open-outbox';
import { toSent } from '@sync/outbox/shown';
import { afterEach, expect, test } from 'vitest';
import type { StoredJournalDoc } from '@/shared/journal';
import { MARIA, THINGS } from '../helpers/simulated-school';
import { until } from '../helpers/until';

// What a screen reads of the learner's own documents: the mirror with the outbox laid over it.

const VIDEO = THINGS[0] as string;
const id = `like/${VIDEO}`;
const row = (liked: boolean, rev = 1) => ({
  ...{ id, kind: 'like' as const, at: 1, active_on: '2026-11-20', rev, data: { video_id: VIDEO, liked } },
  ...{ _scope: `journal:${MARIA}`, _seq: 1 },
});
let stop = () => {};
afterEach(async () => {
  stop();
  await forgetAccount(MARIA);
});

/** Collects what a screen sees. */
function watch() {
  const seen: StoredJournalDoc<'like'>[][] = [];
  const reading = ownDocs(MARIA, 'like').subscribe((docs) => seen.push(docs));
  stop = () => reading.unsubscribe();
  return seen;
}

test('a write shows at once, and when it is confirmed no screen shows anything older, not for a moment [SHOW-2]', async () => {
  const mirror = openMirror(MARIA);
  await mirror.like.put(row(false));
  const outbox = await openOutbox(MARIA);
  const seen = watch();
  await until(() => expect(seen.at(-1)).toMatchObject([{ pending: false, data: { liked: false } }]));
  for (let n = 0; n < 10; n++) {
    const liked = n % 2 === 0;
    const { at } = await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked }));
    await until(() => expect(seen.at(-1)).toMatchObject([{ pending: true, data: { liked } }]));
    const before = seen.length;
    const sent = outbox.pending();
    await storeAnswers(mirror, MARIA, [{ ...toSent(sent[0] as (typeof sent)[0]), rev: n + 2 }], null);
    await outbox.confirm(sent);
    await until(() => expect(seen.at(-1)).toMatchObject([{ pending: false, data: { liked } }]));
    expect(seen.slice(before).filter(([doc]) => doc?.at !== at)).toEqual([]);
  }
});

test('with an empty outbox the mirror is shown before the outbox is open [SHOW-3]', async () => {
  await openMirror(MARIA).like.put(row(true));
  const seen = watch();
  await until(() => expect(seen).toMatchObject([[{ pending: false, data: { liked: true } }]]));
  expect((await indexedDB.databases()).filter(({ name }) => name?.includes('sloy-outbox'))).toEqual([]);
  await openOutbox(MARIA);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen).toHaveLength(1);
});

test('the first paint shows what waits in the outbox before the outbox is open [SHOW-3]', async () => {
  await openMirror(MARIA).like.put(row(true));
  await (await openOutbox(MARIA)).write('like', VIDEO, () => ({ video_id: VIDEO, liked: false }));
  await closeOutbox();
  const seen = watch();
  await until(() => expect(seen).toMatchObject([[{ pending: true, data: { liked: false } }]]));
  const outbox = await openOutbox(MARIA);
  await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  await until(() => expect(seen.at(-1)).toMatchObject([{ pending: true, data: { liked: true } }]));
});

test('a copy that a dead tab left behind gives way to the outbox when it opens [SHOW-3, OUTBOX-14]', async () => {
  await openMirror(MARIA).like.put(row(true));
  const outbox = await openOutbox(MARIA);
  await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: false }));
  const copied = await openMirror(MARIA).outbox.toArray();
  await outbox.confirm(outbox.pending());
  await closeOutbox();
  await openMirror(MARIA).outbox.bulkPut(copied);
  const seen = watch();
  await until(() => expect(seen).toMatchObject([[{ pending: true, data: { liked: false } }]]));
  await openOutbox(MARIA);
  await until(() => expect(seen.at(-1)).toMatchObject([{ pending: false, data: { liked: true } }]));
  expect(await openMirror(MARIA).outbox.count()).toBe(0);
});
