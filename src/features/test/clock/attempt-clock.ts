/**
 * The running clock of an attempt, as `domain/attempt-time.ts` has it.
 * Guarantees: the clock of an attempt with a limit is one for as long as this page lives, so that leaving the questions does not stop it; `catchUp` adds
 * what passed while nobody watched.
 * Rule: an attempt is not called over before `settled`: the server may know that the device's clock is wrong.
 */
import { askServerTime } from '@/data/tests/requests';
import { crashCharge, spentAfterGap } from '@/domain/attempt-time';
import { type AttemptDoc, attemptId } from '@/domain/test-state';
import { keepPlace, placeOf } from '../taking/place';
import { createStopwatch, type Stopwatch } from './stopwatch';

export interface AttemptClock {
  readonly watch: Stopwatch;
  /** What passed before this page opened is counted. */
  readonly settled: () => boolean;
  /** Notes how much is spent by now, for the next opening. */
  mark(): void;
  /** The same while somebody watches: then the two clocks of the device must agree, or the server is asked. */
  watched(): void;
  /** Nobody watched for a while: counts it. Where only the server's word is asked for, the device's clock is not believed. */
  catchUp(by: 'any clock' | 'server only'): Promise<void>;
}

/** The device's two clocks differ by less over SAVE_EVERY_MS, ms; more is a clock that was set, or a device that slept. */
const DRIFT_MS = 5_000;

const limited = new Map<string, AttemptClock>();

const nothing = { mark: () => undefined, watched: () => undefined, catchUp: async () => undefined };

function withoutLimit(doc: AttemptDoc): AttemptClock {
  const charge = crashCharge(placeOf(attemptId(doc)).running, doc.at, Date.now());
  return { watch: createStopwatch(doc.data.time_spent + charge), settled: () => true, ...nothing };
}

function withLimit(doc: AttemptDoc, limit: number): AttemptClock {
  const id = attemptId(doc);
  const watch = createStopwatch(doc.data.time_spent);
  let settled = false;
  let catching = 0;
  watch.start();

  function mark() {
    // While a gap is being counted the mark before it is the one that is true.
    if (settled && catching === 0) keepPlace(id, { device: { spent: watch.read(), at: Date.now() } });
  }

  function watched() {
    const { device } = placeOf(id);
    const drift = device ? Date.now() - device.at - (watch.read() - device.spent) : 0;
    if (Math.abs(drift) > DRIFT_MS) void catchUp('server only');
    else mark();
  }

  async function catchUp(by: 'any clock' | 'server only') {
    const { device, server } = placeOf(id);
    catching++;
    const asked = await askServerTime();
    catching--;
    if (by === 'any clock' || (asked !== null && server)) {
      const marks = { device: device ?? { spent: doc.data.time_spent, at: doc.at }, server };
      watch.atLeast(spentAfterGap(watch.read(), marks, { device: Date.now(), server: asked }, limit));
    }
    if (asked !== null) keepPlace(id, { server: { spent: watch.read(), at: asked } });
    settled = true;
    mark();
  }
  return { watch, settled: () => settled, mark, watched, catchUp };
}

/** The clock of an open attempt. `limit` in ms, 0 for none. */
export function clockOf(doc: AttemptDoc, limit: number): AttemptClock {
  if (!limit) return withoutLimit(doc);
  const id = attemptId(doc);
  const clock = limited.get(id) ?? withLimit(doc, limit);
  limited.set(id, clock);
  clock.watch.atLeast(doc.data.time_spent);
  return clock;
}
