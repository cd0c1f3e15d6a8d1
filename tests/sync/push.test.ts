import 'fake-indexeddb/auto';
import { createJournal, type OpenJournal } from '@sync/journal/journal-store';
import { type Doc, Pusher } from '@sync/journal/push';
import { giveUpRejected, sendRejectedAgain } from '@sync/journal/rejected';
import { createMirror } from '@sync/mirror/mirror';
import type { MirrorDb } from '@sync/mirror/mirror-schema';
import { TransportError, WireError } from '@sync/protocol/errors';
import type { Transport } from '@sync/protocol/types';
import { parseAnswers } from '@sync/protocol/wire';
import { RetryGate } from '@sync/transport/backoff';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredJournalDoc } from '@/domain/journal';
import type { Clock } from '@/lib/clock';
import { idOf, MARIA } from '../helpers/simulated-school';
import '../helpers/silence-rxdb';

// Tests how each answer to a push is handled, and the learner's options after a rejection; one step at a time, without the loop.

const VIDEO = idOf(0);
const likeOf = (n: number, at = 1): Doc => ({
  id: `like/${idOf(n)}`,
  kind: 'like',
  at,
  active_on: '2026-11-20',
  rev: 0,
  data: { video_id: idOf(n), liked: true },
  pending: true,
  _deleted: false,
});
const clock: Clock = {
  now: () => 5,
  random: () => 0,
  setTimer: (run) => queueMicrotask(run),
  clearTimer: () => undefined,
};

let mirror: MirrorDb;
let made = 0;
beforeEach(() => {
  mirror = createMirror(`push-${++made}`);
});
afterEach(() => mirror.delete());

describe('a document on which the server fails', () => {
  let failing: Set<string>;
  let rejected: boolean;
  let pusher: Pusher;
  beforeEach(() => {
    failing = new Set();
    rejected = false;
    const push: Transport['push'] = async (docs) => {
      if (docs.some(({ id }) => failing.has(id))) throw new TransportError('server', 'boom');
      return docs.map(({ id }) => ({ id, status: 'applied' }));
    };
    pusher = new Pusher({
      mirror,
      transport: { push } as Transport,
      gate: new RetryGate(clock, () => undefined),
      clock,
      confirm: async (answered) => new Set(answered.map(({ sent }) => sent.id)),
      rejected: () => rejected,
      onAnswer: () => undefined,
    });
  });
  const cycle = async () => {
    const docs = [likeOf(0), likeOf(1), likeOf(2)];
    await pusher.push(docs);
    return docs.filter(({ pending }) => pending).map(({ id }) => id);
  };
  const listed = async () => (await mirror.rejected.toArray()).map(({ id }) => id);

  test('does not block the others, waits for a later cycle, and is listed after the third', async () => {
    const bad = likeOf(1).id;
    failing.add(bad);
    expect([await cycle(), await listed()]).toEqual([[bad], []]);
    expect([await cycle(), await listed()]).toEqual([[bad], []]);
    await cycle();
    expect(await listed()).toEqual([bad]);
  });

  test('is also listed when it is alone', async () => {
    const bad = likeOf(1);
    failing.add(bad.id);
    for (let n = 0; n < 2; n++) await pusher.push([bad]);
    expect(await listed()).toEqual([]);
    await pusher.push([bad]);
    expect(await listed()).toEqual([bad.id]);
  });

  test('waits while the server fails on other documents too', async () => {
    for (const { id } of [likeOf(0), likeOf(1), likeOf(2)]) failing.add(id);
    for (let n = 0; n < 5; n++) expect(await cycle()).toHaveLength(3);
    expect(await listed()).toEqual([]);
  });

  test('starts from 0 failed attempts after it was accepted', async () => {
    const bad = likeOf(1).id;
    for (let round = 0; round < 3; round++) {
      failing.add(bad);
      await cycle();
      await cycle();
      failing.clear();
      expect(await cycle()).toEqual([]);
    }
    expect(await listed()).toEqual([]);
  });

  test('leaves the list once it is accepted', async () => {
    failing.add(likeOf(1).id);
    for (let n = 0; n < 3; n++) await cycle();
    rejected = true;
    failing.clear();
    await cycle();
    expect(await listed()).toEqual([]);
  });

  const watched = (at: number, ...from: number[]): Doc => ({
    ...likeOf(0, at),
    id: `progress/${VIDEO}`,
    kind: 'progress',
    data: {
      video_id: VIDEO,
      course_id: null,
      intervals: from.map((start) => [start, start + 1_000]),
      position: 0,
      position_at: at,
      duration: 90_000,
      completed: false,
      first_watched: 1,
    },
  });

  test('is listed with its earlier rejection', async () => {
    const [one, two] = [watched(9, 10_000), watched(12, 50_000)];
    failing.add(one.id);
    for (const next of [one, one, one, two, two, two]) await pusher.push([next]);
    const { data } = watched(12, 10_000, 50_000);
    expect(await mirror.rejected.toArray()).toMatchObject([{ id: one.id, doc: { data, pending: false } }]);
  });

  test.each<[string, Doc, Doc, 'stays' | 'goes']>([
    [
      'an act that came before the rejected one',
      likeOf(0, 9),
      { ...likeOf(0, 5), data: { video_id: VIDEO, liked: false } },
      'stays',
    ],
    ['a later act', likeOf(0, 9), { ...likeOf(0, 12), data: { video_id: VIDEO, liked: false } }, 'goes'],
    ['other stretches than the rejected ones', watched(9, 10_000), watched(12, 50_000), 'stays'],
    ['the rejected stretches and others', watched(9, 10_000), watched(12, 10_000, 50_000), 'goes'],
  ])('when the server accepts %s', async (_, bad, next, fate) => {
    failing.add(bad.id);
    for (let n = 0; n < 3; n++) await pusher.push([bad]);
    expect(await listed()).toEqual([bad.id]);
    rejected = true;
    failing.clear();
    await pusher.push([next]);
    expect(await listed()).toEqual(fate === 'stays' ? [bad.id] : []);
  });
});

describe('the journal', () => {
  let journal: OpenJournal;
  let now: number;
  const open = () => createJournal(MARIA, { name: `push-journal-${made}`, multiInstance: false, now: () => now });
  const like = (liked: boolean) => journal.write('like', VIDEO, () => ({ video_id: VIDEO, liked }));
  const sentOf = (doc: StoredJournalDoc): Doc => ({ ...doc, _deleted: false });
  beforeEach(async () => {
    now = 1_000;
    journal = await open();
  });
  afterEach(() => journal.close());

  test('confirms a document only in the state that was sent', async () => {
    const sent = sentOf(await like(true));
    await like(false);
    const master = { ...sent, rev: 1, pending: false };
    expect(await journal.writer.confirm([{ sent, master }])).toEqual(new Set());
    expect(await journal.get('like', VIDEO)).toMatchObject({ pending: true, data: { liked: false } });
  });

  test('reads an uncached document before it decides to write nothing', async () => {
    const { id } = await like(true);
    await journal.close();
    journal = await open();
    expect(await journal.writer.modify(id, (stored) => stored && { ...stored, rev: 7 })).toMatchObject({ id, rev: 7 });
  });

  const reject = async (doc: StoredJournalDoc, rejected_at = 1) =>
    mirror.rejected.put({
      id: doc.id,
      kind: doc.kind,
      code: 'forbidden',
      message: '',
      rejected_at,
      doc: { ...doc, pending: false },
    });

  test('a rejected document that is sent again wins over the rejection, even after the clock was set back', async () => {
    const wanted = await like(true);
    await reject(wanted);
    await journal.writer.modify(
      wanted.id,
      (stored) => stored && { ...stored, at: 9_000, data: { video_id: VIDEO, liked: false }, pending: false },
    );
    await sendRejectedAgain(mirror, journal, wanted.id, 500);
    expect(await journal.get('like', VIDEO)).toMatchObject({ pending: true, at: 9_001, data: { liked: true } });
    expect(await mirror.rejected.count()).toBe(0);
  });

  test.each([
    ['sent again', (id: string) => sendRejectedAgain(mirror, journal, id, 500)],
    ['given up', (id: string) => giveUpRejected(mirror, journal, id)],
  ])('a document that is rejected again while its earlier rejection is %s stays in the list', async (_, decide) => {
    const wanted = await like(true);
    await reject(wanted);
    const { writer } = journal;
    const own = writer.modify.bind(writer);
    writer.modify = async (id, change) => {
      const stored = await own(id, change);
      await reject(wanted, 2);
      return stored;
    };
    await decide(wanted.id);
    expect(await mirror.rejected.toArray()).toMatchObject([{ id: wanted.id, rejected_at: 2 }]);
  });

  test('a rejected document that was changed later is kept when the old rejection is dismissed', async () => {
    await reject(await like(true));
    now = 2_000;
    await like(false);
    await giveUpRejected(mirror, journal, `like/${VIDEO}`);
    expect(await journal.get('like', VIDEO)).toMatchObject({ pending: true, data: { liked: false } });
    expect(await mirror.rejected.count()).toBe(0);
  });
});

test.each([
  ['about another document', [{ id: likeOf(1).id, status: 'applied' }]],
  ['about fewer', []],
  ['of no known status', [{ id: likeOf(0).id, status: 'perhaps' }]],
])('an answer %s counts as no answer', (_, answers) =>
  expect(() => parseAnswers(answers, [likeOf(0)])).toThrow(WireError),
);
