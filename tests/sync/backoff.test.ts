import { LISTENED_VIDEOS, Pokes } from '@sync/engine/pokes';
import { asTransportError, TransportError, waitReasonOf } from '@sync/protocol/errors';
import { RetryGate } from '@sync/transport/backoff';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { FIRST_RETRY_PAUSE_MS, LONGEST_RETRY_PAUSE_MS } from '@/shared/app-limits';
import { HandClock } from '../helpers/manual-clock';

const fault = new TransportError('server', 'boom');

test('pauses double from a second to five minutes, each a random part of it [ERROR-2]', async () => {
  const clock = new HandClock();
  const gate = new RetryGate(clock, () => undefined);
  const pauses: number[] = [];
  for (let n = 0; n < 12; n++) {
    gate.fail(fault, await gate.acquire());
    pauses.push((gate.retryAt ?? 0) - clock.time);
    clock.pass(LONGEST_RETRY_PAUSE_MS);
  }
  expect(pauses.slice(0, 4)).toEqual([0.5, 1, 2, 4].map((s) => s * 1_000));
  expect(pauses.at(-1)).toBe(LONGEST_RETRY_PAUSE_MS / 2);
  clock.chance = 0;
  gate.fail(fault, await gate.acquire());
  expect(gate.retryAt).toBe(clock.time + FIRST_RETRY_PAUSE_MS / 10);
});

test('pushes and pulls that fail together count as one failure, and an answer resets the count [ERROR-2, ERROR-3]', async () => {
  const clock = new HandClock();
  const gate = new RetryGate(clock, () => undefined);
  const [push, pull] = [await gate.acquire(), await gate.acquire()];
  gate.fail(fault, push);
  gate.fail(fault, pull);
  expect(gate.retryAt).toBe(500);
  clock.pass(500);
  gate.succeed();
  gate.fail(fault, await gate.acquire());
  expect((gate.retryAt ?? 0) - clock.time).toBe(500);
});

test('an ended session is recognised after two 401 answers to any request, and by no other error [ERROR-5]', async () => {
  const clock = new HandClock();
  const gate = new RetryGate(clock, () => undefined);
  const unauthorised = new TransportError('unauthorised', 'who?');
  const failing = async (error: TransportError, times = 1) => {
    const turn = await gate.acquire();
    for (let n = 0; n < times; n++) gate.fail(error, turn);
    clock.pass(LONGEST_RETRY_PAUSE_MS);
    return gate.unauthorised;
  };
  // A push and a pull that fail at the same time count as one 401 answer.
  expect(await failing(unauthorised, 2)).toBe(1);
  expect(await failing(fault)).toBe(1);
  expect(await failing(unauthorised)).toBe(2);
  gate.succeed();
  expect(await failing(unauthorised)).toBe(1);
});

test('a wake opens the gate at once, even during a pause that the server requested [ERROR-4]', async () => {
  const clock = new HandClock();
  const gate = new RetryGate(clock, () => undefined);
  gate.fail(new TransportError('throttled', 'slow down', 7_000), await gate.acquire());
  expect(gate).toMatchObject({ reason: 'throttled', retryAt: 7_000 });
  const passed = gate.acquire();
  gate.wake();
  await passed;
  expect(gate.closed).toBe(false);
});

test('distinguishes retryable errors from final answers [ERROR-1]', () => {
  expect([undefined, 0, 401, 403, 429, 408, 500, 503].map((status) => waitReasonOf(status))).toEqual([
    'network',
    'network',
    'unauthorised',
    'unauthorised',
    'throttled',
    'server',
    'server',
    'server',
  ]);
  expect(['22P05', '23514', 'PT400', 'PGRST102'].map((code) => waitReasonOf(400, code))).toEqual([
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(waitReasonOf(413)).toBe('rejected');
  // These answers are temporary: a read-only standby (405), a gateway without an error code (400, 422), and an HTML page with status 200.
  const passing: [number, string?][] = [[405, '25006'], [400], [422], [200]];
  expect(passing.map(([status, code]) => waitReasonOf(status, code))).toEqual(passing.map(() => 'server'));
  expect(waitReasonOf(404, 'PGRST202')).toBe('server_too_old');
  expect(asTransportError(new TypeError('x')).reason).toBe('server');
  expect(asTransportError(new DOMException('full', 'QuotaExceededError')).reason).toBe('storage');
  expect(asTransportError(new Dexie.QuotaExceededError('full')).reason).toBe('storage');
});

/** `Pokes` with a fake transport, whose pokes and joins the test triggers. */
function listener() {
  const clock = new HandClock();
  const heard = { pulls: 0, scopes: [] as string[], poke: (_: string, __: number) => {}, joined: (_: string) => {} };
  const transport = {
    pull: () => Promise.reject(fault),
    push: () => Promise.reject(fault),
    listen: (scopes: string[], poke: typeof heard.poke, joined: typeof heard.joined) => {
      Object.assign(heard, { scopes, poke, joined });
      return () => undefined;
    },
  };
  const pokes = new Pokes(transport, clock, () => heard.pulls++);
  pokes.follow(['public', 'account:a']);
  return { clock, heard, pokes };
}

test('a poke on the account’s scopes causes a pull at once, one on a shared scope after a random part of its spread, several pokes one pull [POKE-4]', () => {
  const { clock, heard } = listener();
  expect(heard.scopes).toEqual(['account:a', 'public']);
  heard.poke('account:a', 0);
  expect(heard.pulls).toBe(1);
  heard.poke('public', 4_000);
  clock.chance = 0.9;
  heard.poke('public', 4_000);
  clock.pass(1_999);
  expect(heard.pulls).toBe(1);
  clock.pass(1);
  expect(heard.pulls).toBe(2);
  clock.pass(10_000);
  expect(heard.pulls).toBe(2);
  heard.poke('public', Number.NaN);
  expect(heard.pulls).toBe(3);
});

test('missed pokes are made up for: one pull soon after the first joins, a later one after a rejoin [POKE-6]', () => {
  const { clock, heard, pokes } = listener();
  heard.joined('account:a');
  heard.joined('public');
  clock.pass(500);
  expect(heard.pulls).toBe(1);
  heard.joined('public');
  clock.pass(4_999);
  expect(heard.pulls).toBe(1);
  clock.pass(1);
  expect(heard.pulls).toBe(2);
  pokes.renew();
  heard.joined('account:a');
  clock.pass(500);
  expect(heard.pulls).toBe(3);
  heard.joined('account:a');
  pokes.stop();
  clock.pass(60_000);
  expect(heard.pulls).toBe(3);
});

test('an implausible spread is limited, and only the most recently opened videos are subscribed [POKE-5]', () => {
  const { clock, heard, pokes } = listener();
  clock.chance = 1;
  heard.poke('public', 1e9);
  clock.pass(60_000);
  expect(heard.pulls).toBe(1);
  heard.poke('public', -5);
  expect(heard.pulls).toBe(2);
  const videos = Array.from({ length: LISTENED_VIDEOS + 3 }, (_, n) => `video:${String(n).padStart(2, '0')}`);
  pokes.follow(['public', ...videos]);
  expect(heard.scopes).toEqual(['public', ...videos.slice(3)]);
});
