/**
 * Measures the time of an open attempt by the rules of `shared/attempt-time.ts`.
 * Guarantees: while the page is open, an attempt with a limit has one clock, so that leaving the questions does not stop the clock. `catchUp` adds
 * the time that the clock could not count, for example while the page was hidden.
 * Rule: never end an attempt before `settled` returns true, because the server's time may show that the device's clock is wrong.
 */

import { crashCharge, spentAfterGap } from '@/shared/attempt-time';
import { type AttemptDoc, attemptId } from '@/shared/quiz-state';
import { readMemory, remember } from '../memory/attempt-memory';
import { askServerTime } from '../requests/attempts';
import { createStopwatch, type Stopwatch } from './stopwatch';

export interface AttemptClock {
  readonly watch: Stopwatch;
  /** True once the time between the last mark and the opening of this page has been added. */
  readonly settled: () => boolean;
  /** Stores the time spent so far and the current time, for the next time the attempt is opened. */
  mark(): void;
  /** Like `mark`, for a visible page: if the device's clock and the stopwatch disagree, asks the server for the time instead. */
  watched(): void;
  /** Adds the time during which the page was hidden. With `server only`, ignores the device's clock. */
  catchUp(by: 'any clock' | 'server only'): Promise<void>;
}

/** Largest normal drift (ms) between the device's clock and the stopwatch in SAVE_EVERY_MS. More means a changed clock or a sleep. */
const DRIFT_MS = 5_000;

const limited = new Map<string, AttemptClock>();

const nothing = { mark: () => undefined, watched: () => undefined, catchUp: async () => undefined };

function withoutLimit(doc: AttemptDoc): AttemptClock {
  const charge = crashCharge(readMemory(attemptId(doc)).running, doc.at, Date.now());
  return { watch: createStopwatch(doc.data.time_spent + charge), settled: () => true, ...nothing };
}

function withLimit(doc: AttemptDoc, limit: number): AttemptClock {
  const id = attemptId(doc);
  const watch = createStopwatch(doc.data.time_spent);
  let settled = false;
  let catching = 0;
  watch.start();

  function mark() {
    // Keep the earlier mark while `catchUp` is still adding the time since that mark.
    if (settled && catching === 0) remember(id, { device: { spent: watch.read(), at: Date.now() } });
  }

  function watched() {
    const { device } = readMemory(id);
    const drift = device ? Date.now() - device.at - (watch.read() - device.spent) : 0;
    if (Math.abs(drift) > DRIFT_MS) void catchUp('server only');
    else mark();
  }

  async function catchUp(by: 'any clock' | 'server only') {
    const { device, server } = readMemory(id);
    catching++;
    const asked = await askServerTime();
    catching--;
    if (by === 'any clock' || (asked !== null && server)) {
      const marks = { device: device ?? { spent: doc.data.time_spent, at: doc.at }, server };
      watch.atLeast(spentAfterGap(watch.read(), marks, { device: Date.now(), server: asked }, limit));
    }
    if (asked !== null) remember(id, { server: { spent: watch.read(), at: asked } });
    settled = true;
    mark();
  }
  return { watch, settled: () => settled, mark, watched, catchUp };
}

/** Returns the clock of an open attempt. With a limit, every call for that attempt returns the same clock. `limit` in ms, 0 for none. */
export function clockOf(doc: AttemptDoc, limit: number): AttemptClock {
  if (!limit) return withoutLimit(doc);
  const id = attemptId(doc);
  const clock = limited.get(id) ?? withLimit(doc, limit);
  limited.set(id, clock);
  clock.watch.atLeast(doc.data.time_spent);
  return clock;
}
