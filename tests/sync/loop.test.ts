import '../helpers/silence-rxdb';
import 'fake-indexeddb/auto';
import { SyncLoop } from '@sync/engine/loop';
import { createMirror } from '@sync/mirror/mirror';
import { createOutbox } from '@sync/outbox/outbox';
import { TransportError } from '@sync/protocol/errors';
import type { PushAnswer, SyncStatus, Transport } from '@sync/protocol/types';
import type { RxStorage } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, expect, test } from 'vitest';
import { HandClock } from '../helpers/manual-clock';
import { ModelServer } from '../helpers/model-server';
import { MARIA, THINGS } from '../helpers/simulated-school';
import { until } from '../helpers/until';

// One engine must push, pull and report its status at the right times. The tests advance its clock.

const DAY_MS = 86_400_000;
const VIDEO = THINGS[0] as string;
let made = 0;
let close = async () => {};
afterEach(() => close());

/** Creates an engine that has not started, with a log of its requests. */
async function engineOf(storage: RxStorage<unknown, unknown> = getRxStorageMemory()) {
  const name = `engine-${++made}`;
  const clock = new HandClock();
  clock.time = 30 * DAY_MS;
  const server = new ModelServer();
  server.addAccount(MARIA, 'pro');
  const seen = {
    pulls: 0,
    pushes: 0,
    sent: [] as string[],
    listened: 0,
    unlistened: 0,
    wake: () => {},
    poke: () => {},
    status: undefined as SyncStatus | undefined,
    phases: [] as string[],
    /** True once the server has ended the session. */
    isOver: false,
  };
  const pushing = { held: undefined as Promise<PushAnswer[]> | undefined };
  const knownOrThrow = () => {
    if (seen.isOver) throw new TransportError('unauthorised', 'who?');
  };
  const transport: Transport = {
    pull: async (cursors, limit) => {
      seen.pulls++;
      knownOrThrow();
      return server.pull(MARIA, cursors, limit);
    },
    push: async (docs) => {
      seen.pushes++;
      knownOrThrow();
      seen.sent.push(...docs.map(({ id }) => id));
      return pushing.held ?? server.push(MARIA, docs);
    },
    listen: (_, onPoke) => {
      seen.listened++;
      seen.poke = () => onPoke(`account:${MARIA}`, 0);
      return () => seen.unlistened++;
    },
  };
  const mirror = createMirror(name);
  const outbox = await createOutbox(MARIA, mirror, { name, storage, multiInstance: false, now: clock.now });
  const engine = new SyncLoop({
    account: MARIA,
    mirror,
    outbox,
    transport,
    clock,
    network: {
      online: () => true,
      watch: (wake) => {
        seen.wake = wake;
        return () => {};
      },
    },
    pullLimit: 100,
    pulls: true,
    onStatus: (status) => {
      seen.status = status;
      seen.phases.push(status.phase);
    },
  });
  close = async () => {
    await engine.stop();
    await outbox.close();
    await mirror.delete();
  };
  const rested = () => until(() => expect(seen.status).toMatchObject({ phase: 'idle', synced_at: clock.time }));
  return { clock, engine, mirror, outbox, pushing, rested, seen, server };
}

async function engineAtRest() {
  const world = await engineOf();
  await world.engine.start();
  await world.rested();
  return world;
}

test('the time of the last complete cycle is reported at once and stored at most twice a minute, even after the clock was set back [PULL-11]', async () => {
  const { clock, engine, mirror, rested } = await engineAtRest();
  const kept = async () => (await mirror.meta.get('synced_at'))?.value;
  const cycleAfter = async (ms: number) => {
    clock.time += ms;
    engine.syncNow();
    await rested();
    return kept();
  };
  const first = clock.time;
  expect(await kept()).toBe(first);
  expect(await cycleAfter(29_999)).toBe(first);
  expect(await cycleAfter(1)).toBe(first + 30_000);
  expect(await cycleAfter(-DAY_MS)).toBe(first + 30_000 - DAY_MS);
});

test('returning to the page or the network rejoins the channels and pulls missed rows [POKE-7, ERROR-4]', async () => {
  const { clock, rested, seen } = await engineAtRest();
  const before = { ...seen };
  clock.time += 1;
  seen.wake();
  await rested();
  expect(seen).toMatchObject({
    listened: before.listened + 1,
    unlistened: before.unlistened + 1,
    pulls: before.pulls + 1,
  });
});

test.each([
  ['no longer than two seconds', 0],
  ['not a day longer because the clock is set back', DAY_MS],
])('a pull after a poke waits for a running push, %s [POKE-9]', async (_, back) => {
  const { clock, outbox, pushing, seen } = await engineAtRest();
  let answer: (answers: PushAnswer[]) => void = () => {};
  pushing.held = new Promise((resolve) => (answer = resolve));
  await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  await until(() => {
    clock.pass(20);
    expect(seen.pushes).toBe(1);
  });
  const before = seen.pulls;
  seen.poke();
  clock.turnBack(back);
  for (let waited = 0; waited < 2_000; waited += 50) {
    if (!back) expect(seen.pulls).toBe(before);
    clock.pass(50);
    await Promise.resolve();
  }
  await until(() => expect(seen.pulls).toBe(before + 1));
  answer([{ id: `like/${VIDEO}`, status: 'applied', rev: 1 }]);
});

test('a signed-out state stays on screen until the server answers, however often it is retried [ERROR-5]', async () => {
  const { clock, engine, outbox, seen } = await engineAtRest();
  seen.isOver = true;
  const asked = async (times: number) => {
    const before = seen.pulls;
    while (seen.pulls < before + times) {
      engine.syncNow();
      clock.pass(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await asked(3);
  await until(() => expect(seen.status?.phase).toBe('signed-out'));
  seen.phases.length = 0;
  await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  await asked(3);
  expect([...new Set(seen.phases)]).toEqual(['signed-out']);
  seen.isOver = false;
  await until(() => {
    engine.syncNow();
    clock.pass(50);
    expect(seen.status).toMatchObject({ phase: 'idle', pending: 0 });
  });
});

test('at a start all pending documents are sent, each once, before the first pull [PUSH-2]', async () => {
  const { clock, engine, outbox, seen, server } = await engineOf();
  const ids = Array.from(
    { length: 251 },
    (_, n) => `day/${new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)}`,
  );
  const [rejected = ''] = ids;
  server.rejects = ({ id }) => (id === rejected ? 'clock' : undefined);
  for (const id of ids) await outbox.write('day', id.slice(4), () => ({}));
  await engine.start();
  await until(() => expect(outbox.count('pending')).toBe(0));
  expect([seen.sent, seen.pushes, seen.pulls]).toEqual([ids, 3, 0]);
  expect(outbox.docs().map(({ id }) => id)).toEqual([rejected]);
  await until(() => {
    clock.pass(50);
    expect(seen.status).toMatchObject({ phase: 'idle', pending: 0, rejected: 1 });
  });
  expect(seen.sent).toEqual(ids);
});
