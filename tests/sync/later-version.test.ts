import 'fake-indexeddb/auto';
import { TransportError } from '@sync/protocol/errors';
import { checkReceived } from '@sync/protocol/kinds';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalDoc } from '@/shared/journal';
import { Device } from '../helpers/devices';
import { ModelServer } from '../helpers/model-server';
import { MARIA, THINGS } from '../helpers/simulated-school';
import { until } from '../helpers/until';

// A tab of this version works together with a tab and a server of a newer version, which adds fields to documents.

const VIDEO = THINGS[0] as string;
const COMMENT = 'a0000000-0000-4000-8000-000000000001';
const ATTEMPT = 'a0000000-0000-4000-8000-000000000002';
const [FIRST, SECOND] = ['b0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002'] as const;

let server: ModelServer;
let device: Device;

beforeEach(async () => {
  server = new ModelServer();
  server.check = checkReceived;
  server.addAccount(MARIA, 'premium');
  device = await new Device(server, MARIA, { storage: 'dexie' }).open();
});
afterEach(() => device.remove());

/** Pushes a document with the fields of the newer version. */
async function pushLater(id: string, kind: JournalDoc['kind'], data: object): Promise<void> {
  // The cast is needed because `data` has fields that this version's type lacks.
  const doc = { id, kind, at: 1_000, active_on: '2026-11-20', rev: 0, data } as JournalDoc;
  const [answer] = await server.push(MARIA, [doc]);
  expect(answer?.status).toBe('applied');
}

const dataOn = (id: string) => server.journals.get(MARIA)?.get(id)?.data;

test('a comment keeps the field of a later version when this version deletes it [VERSION-3]', async () => {
  await pushLater(`comment/${COMMENT}`, 'comment', {
    video_id: VIDEO,
    content: 'Коя дюза?',
    created_at: 1_000,
    deleted: false,
    position: 42_000,
  });
  await until(async () => expect((await device.shown('comment', COMMENT))?.data).toMatchObject({ position: 42_000 }));
  await device.outbox.write('comment', COMMENT, (before) => {
    if (!before) throw new Error('The comment has not arrived');
    return { ...before.data, deleted: true };
  });
  await until(() => expect(dataOn(`comment/${COMMENT}`)).toMatchObject({ deleted: true, position: 42_000 }));
  await until(() => expect(device.status).toMatchObject({ phase: 'idle', pending: 0, rejected: 0 }));
});

test('an attempt with a field of a later version inside an answer can be continued here [VERSION-3]', async () => {
  await pushLater(`attempt/${ATTEMPT}`, 'attempt', {
    test_id: VIDEO,
    started_at: 500,
    finished_at: null,
    time_spent: 10,
    answers: { [FIRST]: { options: ['a'], at: 600, confidence: 3 } },
  });
  await until(async () => expect(await device.shown('attempt', ATTEMPT)).toBeDefined());
  await device.outbox.write('attempt', ATTEMPT, (before, at) => {
    if (!before) throw new Error('The attempt has not arrived');
    return { ...before.data, answers: { ...before.data.answers, [SECOND]: { options: ['b'], at } } };
  });
  await until(() =>
    expect(dataOn(`attempt/${ATTEMPT}`)).toMatchObject({
      answers: { [FIRST]: { options: ['a'], confidence: 3 }, [SECOND]: { options: ['b'] } },
    }),
  );
});

test('this version cannot write a field that it does not know [OUTBOX-6]', async () => {
  const data = { video_id: VIDEO, liked: true, strength: 5 };
  await expect(device.outbox.write('like', VIDEO, () => data)).rejects.toThrow('cannot be written: bad_document');
  expect(await device.shown('like', VIDEO)).toBeUndefined();
});

test.each(['client_too_old', 'server_too_old'] as const)(
  '%s pauses the sync: the write stays and is sent later [VERSION-2]',
  async (reason) => {
    await until(() => expect(device.status).toMatchObject({ phase: 'idle' }));
    const { pull, push } = server;
    const reject = () => Promise.reject(new TransportError(reason, reason));
    Object.assign(server, { pull: reject, push: reject });
    await device.outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
    await until(() => expect(device.status).toMatchObject({ phase: 'waiting', reason, pending: 1, rejected: 0 }));
    Object.assign(server, { pull, push });
    device.engine.syncNow();
    await until(() => expect(device.status).toMatchObject({ phase: 'idle', pending: 0, rejected: 0 }));
    expect(dataOn(`like/${VIDEO}`)).toMatchObject({ liked: true });
  },
);
