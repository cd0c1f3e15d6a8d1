import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { forgetAccount, openMirror, startSync, stopSync, syncNow, syncStatus } from '@sync';
import { withinLimit } from '@sync/engine/store-limit';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import ws from 'ws';
import { FIRST_START_LIMIT_MS, STOP_LIMIT_MS } from '@/shared/app-limits';
import { systemClock } from '@/shared/clock';
import { HandClock } from '../helpers/manual-clock';
import { MARIA } from '../helpers/simulated-school';
import { until } from '../helpers/until';

// If IndexedDB calls never settle, as happens in WebKit, the start times out, the learner sees why, and the next start opens the stores again.

const config = { url: 'http://localhost:1', key: 'key' };
let clock = new HandClock();

beforeEach(() => {
  clock = new HandClock();
  vi.stubGlobal('WebSocket', ws);
  vi.spyOn(systemClock, 'setTimer').mockImplementation(clock.setTimer.bind(clock));
  vi.spyOn(systemClock, 'clearTimer').mockImplementation(clock.clearTimer.bind(clock));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await stopSync();
  await forgetAccount(MARIA);
});

/** Phases of a running engine. Its requests may fail, because there is no server. */
const RUNS = /^(syncing|waiting)$/;
const phase = () => syncStatus.getState().phase;

test('a call that answers in time returns its result, a slow one throws, and its late answer changes nothing [STORE-5]', async () => {
  await expect(withinLimit(Promise.resolve('row'), 100, clock)).resolves.toBe('row');
  const never = withinLimit(new Promise(() => undefined), 100, clock);
  clock.pass(100);
  await expect(never).rejects.toThrow('The store has not answered for 100 ms');
  let answer: (value: string) => void = () => {};
  const late = withinLimit(new Promise<string>((done) => (answer = done)), 100, clock);
  clock.pass(100);
  answer('row');
  await expect(late).rejects.toThrow('100 ms');
  await expect(withinLimit(Promise.reject(new Error('broken')), 100, clock)).rejects.toThrow('broken');
});

test.each([
  ['by itself', () => clock.pass(FIRST_START_LIMIT_MS)],
  ['when the learner presses', () => syncNow()],
])(
  'a database that never opens ends the start with a message, and the engine starts again %s [STORE-5]',
  async (_, again) => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
    const started = startSync({ account: MARIA, config }).catch((error: Error) => error.name);
    await until(() => expect(open).toHaveBeenCalled());
    clock.pass(FIRST_START_LIMIT_MS - 1);
    expect(phase()).toBe('stopped');
    clock.pass(1);
    expect(await started).toBe('StoreTimeoutError');
    expect(phase()).toBe('failed');
    open.mockRestore();
    again();
    await until(() => expect(phase()).toMatch(RUNS));
  },
);

test('reads that never answer end the start of the engine in the same way [STORE-5]', async () => {
  const get = vi.spyOn(openMirror(MARIA).meta, 'get').mockImplementation(() => new Dexie.Promise(() => undefined));
  await startSync({ account: MARIA, config });
  await until(() => expect(phase()).toBe('starting'));
  clock.pass(FIRST_START_LIMIT_MS);
  await until(() => {
    clock.pass(STOP_LIMIT_MS);
    expect(phase()).toBe('failed');
  });
  get.mockRestore();
  syncNow();
  await until(() => expect(phase()).toMatch(RUNS));
});
