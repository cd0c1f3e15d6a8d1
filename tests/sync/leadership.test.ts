import { holdLeadership } from '@sync/engine/leadership';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HandClock } from '../helpers/manual-clock';

// Which tab runs the engine: tabs wait for the lock, a waiting tab steals it from a frozen leader, and the old leader stops when it thaws.

interface Request {
  hold: () => Promise<unknown>;
  done: (value?: unknown) => void;
  failed: (error: DOMException) => void;
}

/** A fake of the Web Locks API for a single lock name, with `steal`. */
function locksOfOneName() {
  const queue: Request[] = [];
  let holder: Request | undefined;
  const give = (request: Request) => {
    holder = request;
    request.hold().then((value) => {
      if (holder !== request) return;
      holder = undefined;
      request.done(value);
      const next = queue.shift();
      if (next) give(next);
    }, request.failed);
  };
  return {
    request: (_: string, { steal, signal }: LockOptions, hold: () => Promise<unknown>) =>
      new Promise((done, failed) => {
        const request = { hold, done, failed };
        const stolen = () => new DOMException('taken', 'AbortError');
        if (steal) {
          const before = holder;
          give(request);
          before?.failed(stolen());
        } else if (!holder) give(request);
        else {
          queue.push(request);
          signal?.addEventListener('abort', () => {
            const at = queue.indexOf(request);
            if (at < 0) return;
            queue.splice(at, 1);
            failed(stolen());
          });
        }
      }),
  };
}

beforeEach(() => void vi.stubGlobal('navigator', { locks: locksOfOneName() }));
afterEach(() => void vi.unstubAllGlobals());

const settle = () => new Promise((later) => setTimeout(later, 0));

function openTab(events: string[], name: string) {
  const clock = new HandClock();
  const close = new AbortController();
  const tab = { pending: 0, answers: true, asked: 0 };
  const leadership = holdLeadership({
    name: 'engine',
    signal: close.signal,
    clock,
    lead: async (end) => {
      events.push(`${name} leads`);
      await new Promise<void>((stop) => end.addEventListener('abort', () => stop(), { once: true }));
      events.push(`${name} stops`);
    },
    follow: () => ({ pending: () => tab.pending, end: () => undefined }),
    ask: () => {
      tab.asked += 1;
      if (tab.answers) leadership.heard();
    },
  });
  /** Advances the clock in steps of 500 ms, so that repeated timers run in between. */
  const pass = async (ms: number) => {
    for (let at = 0; at < ms; at += 500) {
      clock.pass(500);
      await settle();
    }
  };
  return { tab, clock, pass, close: () => close.abort(), ended: leadership.ended };
}

test('a leader that answers keeps the lock, however long documents are unsent [TAB-2]', async () => {
  const events: string[] = [];
  const first = openTab(events, 'first');
  const second = openTab(events, 'second');
  second.tab.pending = 3;
  await second.pass(60_000);
  expect(second.tab.asked).toBeGreaterThan(10);
  expect(events).toEqual(['first leads']);
  first.close();
  await first.ended;
  await settle();
  expect(events).toEqual(['first leads', 'first stops', 'second leads']);
  second.close();
  await second.ended;
});

test('a frozen leader loses the lock after 10 s of silence while documents are unsent; when it thaws, it stops and follows [TAB-2]', async () => {
  const events: string[] = [];
  const first = openTab(events, 'first');
  const second = openTab(events, 'second');
  await second.pass(5_000);
  second.tab.answers = false;
  second.tab.asked = 0;
  await second.pass(60_000);
  // The second tab knows the leader and has nothing unsent, so it does not ask whether the silent leader is alive. The leader keeps the lock.
  expect(events).toEqual(['first leads']);
  expect(second.tab.asked).toBe(0);
  second.tab.pending = 1;
  await second.pass(9_500);
  expect(events).toEqual(['first leads']);
  await second.pass(6_000);
  expect(events).toEqual(['first leads', 'second leads', 'first stops']);
  // The old leader is waiting for the lock again.
  second.close();
  await second.ended;
  await settle();
  expect(events.slice(3)).toEqual(['second stops', 'first leads']);
  first.close();
  await first.ended;
});

test('a tab without any message from a leader takes the lock after 10 s, even if nothing is unsent [TAB-2]', async () => {
  const events: string[] = [];
  const first = openTab(events, 'first');
  const second = openTab(events, 'second');
  second.tab.answers = false;
  await second.pass(9_500);
  expect(events).toEqual(['first leads']);
  await second.pass(6_000);
  expect(events).toEqual(['first leads', 'second leads', 'first stops']);
  for (const tab of [second, first]) {
    tab.close();
    await tab.ended;
  }
});

test('a tab that was frozen itself takes nothing when it thaws [TAB-2]', async () => {
  const events: string[] = [];
  const first = openTab(events, 'first');
  const second = openTab(events, 'second');
  second.tab.pending = 1;
  second.tab.answers = false;
  await second.pass(5_000);
  second.clock.pass(300_000);
  await settle();
  expect(events).toEqual(['first leads']);
  for (const tab of [second, first]) {
    tab.close();
    await tab.ended;
  }
});
