import 'fake-indexeddb/auto';
import { createMirror, freshScope } from '@sync/mirror/mirror';
import { journalScope, type MirrorDb } from '@sync/mirror/mirror-schema';
import { createOutbox, type Outbox } from '@sync/outbox/outbox';
import { Sender } from '@sync/outbox/sender';
import { TransportError, WireError } from '@sync/protocol/errors';
import type { Transport } from '@sync/protocol/types';
import { parseAnswers } from '@sync/protocol/wire';
import { RetryGate } from '@sync/transport/backoff';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Clock } from '@/shared/clock';
import type { JournalDoc } from '@/shared/journal';
import { idOf, MARIA } from '../helpers/simulated-school';
import { until } from '../helpers/until';
import '../helpers/silence-rxdb';

// Tests how each answer to a push is handled; one cycle at a time, without the loop.

const clock: Clock = {
  now: () => 5,
  random: () => 0,
  setTimer: (run) => queueMicrotask(run),
  clearTimer: () => undefined,
};

let mirror: MirrorDb;
let outbox: Outbox;
let sender: Sender;
let push: Transport['push'];
let answered: number;
let made = 0;

beforeEach(async () => {
  mirror = createMirror(`sender-${++made}`);
  outbox = await createOutbox(MARIA, mirror, {
    name: `sender-${made}`,
    storage: getRxStorageMemory(),
    multiInstance: false,
    now: clock.now,
  });
  answered = 0;
  sender = new Sender({
    mirror,
    outbox,
    transport: { push: (docs: JournalDoc[]) => push(docs) } as Transport,
    gate: new RetryGate(clock, () => undefined),
    clock,
    onAnswer: () => {
      answered++;
    },
    onError: (error) => console.warn('will be sent again', error),
  });
});
afterEach(async () => {
  await sender.stop();
  await outbox.close();
  await mirror.delete();
});

const like = (n: number, liked = true) => outbox.write('like', idOf(n), () => ({ video_id: idOf(n), liked }));
const idle = () => until(() => expect(sender.busy).toBe(false));
const listed = (state: 'pending' | 'rejected') => outbox.docs().flatMap((doc) => (doc.state === state ? [doc.id] : []));

/** One cycle. @returns the ids of the documents that still wait */
async function cycle(): Promise<string[]> {
  await sender.again();
  await idle();
  return listed('pending');
}

describe('a document on which the server fails', () => {
  let failing: Set<string>;
  const bad = `like/${idOf(1)}`;
  beforeEach(() => {
    failing = new Set();
    push = async (docs) => {
      if (docs.some(({ id }) => failing.has(id))) throw new TransportError('server', 'boom');
      return docs.map(({ id }) => ({ id, status: 'applied', rev: 1 }));
    };
  });
  const writeAll = () => Promise.all([like(0), like(1), like(2)]);

  test('does not block the others, waits for a later cycle, and is listed after the third [PUSH-4, PUSH-5]', async () => {
    failing.add(bad);
    for (let n = 0; n < 2; n++) {
      await writeAll();
      expect([await cycle(), listed('rejected')]).toEqual([[bad], []]);
    }
    await writeAll();
    await cycle();
    expect(listed('rejected')).toEqual([bad]);
  });

  test('is also listed when it is alone [PUSH-5]', async () => {
    await like(1);
    failing.add(bad);
    for (let n = 0; n < 2; n++) expect(await cycle()).toEqual([bad]);
    expect([await cycle(), listed('rejected')]).toEqual([[], [bad]]);
  });

  test('waits while the server fails on other documents too [PUSH-5]', async () => {
    await writeAll();
    for (const id of listed('pending')) failing.add(id);
    for (let n = 0; n < 5; n++) expect(await cycle()).toHaveLength(3);
    expect(listed('rejected')).toEqual([]);
  });

  test('starts from 0 failed attempts after it was accepted [PUSH-5]', async () => {
    for (let round = 0; round < 3; round++) {
      failing.add(bad);
      for (let n = 0; n < 2; n++) {
        await writeAll();
        await cycle();
      }
      failing.clear();
      expect(await cycle()).toEqual([]);
    }
    expect(listed('rejected')).toEqual([]);
  });

  test('leaves the list once a later change of it is accepted [OUTBOX-10]', async () => {
    await like(1);
    failing.add(bad);
    for (let n = 0; n < 3; n++) await cycle();
    expect(listed('rejected')).toEqual([bad]);
    failing.clear();
    await like(1, false);
    expect(await cycle()).toEqual([]);
    expect(outbox.docs()).toEqual([]);
  });
});

test('the server’s document is in the mirror before the outbox loses its own [OUTBOX-9, DIGEST-4]', async () => {
  push = async ([doc]) => [
    { id: doc?.id ?? '', status: 'merged', rev: 7, doc: { ...(doc as JournalDoc), at: 9, rev: 7 } },
  ];
  await like(0);
  const seen: unknown[] = [];
  const reading: Promise<void>[] = [];
  outbox.subscribe(({ left }) => {
    if (left) reading.push(mirror.like.get(`like/${idOf(0)}`).then((row) => void seen.push(row)));
  });
  await cycle();
  await Promise.all(reading);
  expect(seen).toMatchObject([{ at: 9, rev: 7, _seq: 0, _pulled: null }]);
  expect(answered).toBe(1);
});

test('a mirror that cannot store the answers keeps the documents in the outbox, and the next cycle sends them again [PUSH-8]', async () => {
  push = async (docs) => docs.map(({ id }) => ({ id, status: 'applied', rev: 1 }));
  await like(0);
  const full = vi.spyOn(mirror, 'transaction').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  expect(await cycle()).toHaveLength(1);
  full.mockRestore();
  expect(await cycle()).toEqual([]);
});

test('an answer from before a restored backup confirms nothing, and the next cycle sends the document again [EPOCH-5]', async () => {
  const read = (epoch: number) => mirror.scopes.put({ ...freshScope(journalScope(MARIA)), epoch });
  let epochs = [1, 2];
  push = async (docs) => {
    const [next, ...rest] = epochs;
    epochs = rest;
    if (next) await read(next);
    return docs.map(({ id }) => ({ id, status: 'applied', rev: 1 }));
  };
  await like(0);
  expect(await cycle()).toHaveLength(1);
  expect(await cycle()).toHaveLength(1);
  expect([await mirror.like.count(), answered]).toEqual([0, 0]);
  expect([await cycle(), await mirror.like.count(), answered]).toEqual([[], 1, 1]);
});

test('a document for which the server answers `retry` is sent once a cycle and wakes no other cycle [PUSH-7]', async () => {
  let sent = 0;
  push = async (docs) => {
    sent += docs.length;
    return docs.map(({ id }) => ({ id, status: 'retry' }));
  };
  await like(0);
  expect(await cycle()).toHaveLength(1);
  expect(await cycle()).toHaveLength(1);
  expect([sent, answered]).toEqual([2, 0]);
});

test('a write during a push is sent after it, and only that write [PUSH-3]', async () => {
  const sent: string[][] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  push = async (docs) => {
    sent.push(docs.map(({ id }) => id));
    await held;
    return docs.map(({ id }) => ({ id, status: 'applied', rev: 1 }));
  };
  await like(0);
  sender.start();
  await until(() => expect(sent).toHaveLength(1));
  await like(1);
  release();
  await until(() => expect(outbox.docs()).toEqual([]));
  expect(sent).toEqual([[`like/${idOf(0)}`], [`like/${idOf(1)}`]]);
});

const asked = {
  id: `like/${idOf(0)}`,
  kind: 'like' as const,
  at: 1,
  active_on: '2026-11-20',
  rev: 0,
  data: { video_id: idOf(0), liked: true },
};

test.each([
  ['about another document', [{ id: `like/${idOf(1)}`, status: 'applied' }]],
  ['about fewer', []],
  ['of no known status', [{ id: asked.id, status: 'perhaps' }]],
])('an answer %s counts as no answer [PUSH-6]', (_, answers) =>
  expect(() => parseAnswers(answers, [asked])).toThrow(WireError),
);
