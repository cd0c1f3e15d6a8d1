/**
 * Time accounting of an attempt: which time counts as spent, when the learner is warned and when the time is over.
 *
 * Without a limit only time on screen counts: hiding the page or leaving the quiz stops the clock; after a crash of the app the wall-clock time
 * since the last save is added, at most SAVE_EVERY_MS. With a limit the clock runs from start to finish: Exit, a hidden or closed page, a crash and
 * a sleeping phone do not stop it. The clock that counts depends on the situation:
 *
 * | the questions or the overview are on screen            | the monotonic clock; changes of the device's clock have no effect            |
 * | the page was closed, the server answers                | the server's clock since its last answer; the device's clock has no effect   |
 * | the page was closed, offline, device clock unchanged   | the device's clock since the last save, at most the remaining time           |
 * | the page was closed, offline, device clock set forward | the jump counts too: at most the remaining time is lost, never an answer     |
 * | the page was closed, offline, device clock set back    | no time is given back; the server's next answer corrects the time spent      |
 * | the attempt continues on another device                | the rules above, from the time of the last write that reached that device    |
 *
 * A mark is a clock reading together with the time spent at that moment. An older mark yields the same result as the latest one, so losing
 * the latest mark is harmless.
 * Rule: `time_spent` never decreases and never exceeds the quiz's limit, whatever the clocks show.
 */
import { ATTEMPT_MS } from '@/shared/limits';
import type { QuizRow } from './rows';

/** Interval at which a running attempt is saved (ms). */
export const SAVE_EVERY_MS = 10_000;
/** Remaining time at which the learner is warned (minutes). */
export const WARNING_MINUTES = [5, 1] as const;

const MINUTE_MS = 60_000;

/** Time limit of a quiz (ms); 0 means unlimited. */
export const limitOf = (quiz: Pick<QuizRow, 'time_limit'>): number => Math.max(0, quiz.time_limit) * MINUTE_MS;

/** Rounds and clamps a time (ms) so that it can be stored as `time_spent`. */
export const countable = (spent: number, limit: number): number =>
  Math.floor(Math.min(Math.max(0, spent), limit || ATTEMPT_MS));

/** Remaining time (ms), never negative; null without a limit. */
export const timeLeft = (spent: number, limit: number): number | null => (limit ? Math.max(0, limit - spent) : null);

export const isOver = (spent: number, limit: number): boolean => limit > 0 && spent >= limit;

/** Time (ms) to add to an attempt without a time limit if the app was killed while the attempt's clock ran. `savedAt`, `now`: device clock. */
export function crashCharge(wasRunning: boolean, savedAt: number, now: number): number {
  return wasRunning ? Math.min(Math.max(0, now - savedAt), SAVE_EVERY_MS) : 0;
}

/** The time spent (ms) at the moment when a clock showed `at` (ms). */
export interface Mark {
  spent: number;
  at: number;
}

export interface Marks {
  /** The last save, by the device's clock. */
  device: Mark;
  /** The server's last response, by its own clock; null before the first response. */
  server: Mark | null;
}

/** Current clock readings; `server` is null when the server does not respond. */
export interface Clocks {
  device: number;
  server: number | null;
}

const since = (mark: Mark, now: number): number => mark.spent + Math.max(0, now - mark.at);

/** Time spent (ms) on an attempt with a time limit when its page opens again. `stored`: time spent that is already stored. */
export function spentAfterGap(stored: number, marks: Marks, now: Clocks, limit: number): number {
  const claimed =
    marks.server && now.server !== null ? since(marks.server, now.server) : since(marks.device, now.device);
  return countable(Math.max(stored, claimed), limit);
}

/** The warning (minutes) to show between two readings of the remaining time; the smaller one if both are due. */
export function warningBetween(before: number, after: number): 5 | 1 | null {
  return (
    WARNING_MINUTES.findLast((minutes) => before > minutes * MINUTE_MS && after <= minutes * MINUTE_MS && after > 0) ??
    null
  );
}
