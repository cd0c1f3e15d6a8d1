import type { Clock } from '@sync/clock';
import { Pokes } from '@sync/poke';
import { FIRST_PAUSE_MS, Gate, LONGEST_PAUSE_MS } from '@sync/retry';
import { asTransportError, reasonOf, TransportError } from '@sync/transport-error';
import { expect, test } from 'vitest';

/** A clock that is moved by hand. */
class HandClock implements Clock {
  time = 0;
  chance = 0.5;
  #timers: { at: number; run: () => void }[] = [];

  now = () => this.time;
  random = () => this.chance;

  setTimer(run: () => void, ms: number): unknown {
    const timer = { at: this.time + ms, run };
    this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
  }

  pass(ms: number): void {
    this.time += ms;
    const due = this.#timers.filter(({ at }) => at <= this.time);
    this.#timers = this.#timers.filter(({ at }) => at > this.time);
    for (const { run } of due) run();
  }
}

const fault = new TransportError('server', 'boom');

test('pauses double from a second to five minutes, each a random part of it', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, () => undefined);
  const pauses: number[] = [];
  for (let n = 0; n < 12; n++) {
    gate.fail(fault, await gate.pass());
    pauses.push((gate.retryAt ?? 0) - clock.time);
    clock.pass(LONGEST_PAUSE_MS);
  }
  expect(pauses.slice(0, 4)).toEqual([0.5, 1, 2, 4].map((s) => s * 1_000));
  expect(pauses.at(-1)).toBe(LONGEST_PAUSE_MS / 2);
  clock.chance = 0;
  gate.fail(fault, await gate.pass());
  expect(gate.retryAt).toBe(clock.time + FIRST_PAUSE_MS / 10);
});

test('pushes and pulls that fail together are one failure, and an answer ends the series', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, () => undefined);
  const [push, pull] = [await gate.pass(), await gate.pass()];
  gate.fail(fault, push);
  gate.fail(fault, pull);
  expect(gate.retryAt).toBe(500);
  clock.pass(500);
  gate.succeed();
  gate.fail(fault, await gate.pass());
  expect((gate.retryAt ?? 0) - clock.time).toBe(500);
});

test('a wake opens the gate at once, and the server’s own pause is kept', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, () => undefined);
  gate.fail(new TransportError('throttled', 'slow down', 7_000), await gate.pass());
  expect(gate).toMatchObject({ reason: 'throttled', retryAt: 7_000 });
  const passed = gate.pass();
  gate.wake();
  await passed;
  expect(gate.closed).toBe(false);
});

test('what is worth waiting for is told from what the server will say again', () => {
  expect([undefined, 0, 401, 403, 429, 408, 500, 503].map(reasonOf)).toEqual([
    'network',
    'network',
    'unauthorised',
    'unauthorised',
    'throttled',
    'server',
    'server',
    'server',
  ]);
  expect([400, 404, 413, 422].map(reasonOf)).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(asTransportError(new TypeError('x')).reason).toBe('server');
});

test('a poke for the own account is answered at once, one for everybody after a random part of its spread, several once', () => {
  const clock = new HandClock();
  let poke: (scope: string, spread: number) => void = () => undefined;
  let listened: string[] = [];
  const transport = {
    pull: () => Promise.reject(fault),
    push: () => Promise.reject(fault),
    listen: (scopes: string[], onPoke: typeof poke) => {
      listened = scopes;
      poke = onPoke;
      return () => undefined;
    },
  };
  let pulls = 0;
  const pokes = new Pokes(transport, clock, () => pulls++);
  pokes.follow(['public', 'account:a']);
  expect(listened).toEqual(['account:a', 'public']);
  poke('account:a', 0);
  expect(pulls).toBe(1);
  poke('public', 4_000);
  clock.chance = 0.9;
  poke('public', 4_000);
  clock.pass(1_999);
  expect(pulls).toBe(1);
  clock.pass(1);
  expect(pulls).toBe(2);
  clock.pass(10_000);
  expect(pulls).toBe(2);
  poke('public', Number.NaN);
  expect(pulls).toBe(3);
});
