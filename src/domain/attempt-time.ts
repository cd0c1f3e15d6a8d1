/**
 * The time of an attempt: what is counted, what nobody watched, when the learner is warned and when the time is over.
 *
 * Without a limit only the time on screen counts: hiding the page or leaving the quiz stops the clock, and a killed process is charged the wall clock
 * since its last save, at most SAVE_EVERY_MS. With a limit the clock runs from the start to the finish: leaving by Exit, hiding or closing the page,
 * a crash and a sleeping phone do not stop it. What counts depends on who watched:
 *
 * | the questions or the overview are on screen            | the monotonic clock; the device's clock may be set to anything                  |
 * | nobody watched, the server can be asked                | the server's clock since it was last asked; the device's clock changes nothing  |
 * | nobody watched, no network, the device's clock later   | the difference, at most what was left                                           |
 * | the same, the device's clock set forward               | cannot be told from waiting: at most what was left, never an answer             |
 * | the same, the device's clock set back                  | nothing is given back; the server's clock makes up for it once it can be asked  |
 * | on another device                                      | the same by the time of the last write that reached it                          |
 *
 * A mark is a pair that was true at one moment, so that an older mark says the same as a newer one: losing the last one costs nothing.
 * Rule: `time_spent` never shrinks and never passes the quiz's limit; whatever the clocks say.
 */
import { ATTEMPT_MS } from '@/config/limits';
import type { QuizRow } from './rows';

/** How often a running attempt is saved, ms. */
export const SAVE_EVERY_MS = 10_000;
/** Time left at which the learner is warned, minutes. */
export const WARNING_MINUTES = [5, 1] as const;

const MINUTE_MS = 60_000;

/** ms; 0 means unlimited. */
export const limitOf = (quiz: Pick<QuizRow, 'time_limit'>): number => Math.max(0, quiz.time_limit) * MINUTE_MS;

/** Whole ms that may be stored as `time_spent`. */
export const countable = (spent: number, limit: number): number =>
  Math.floor(Math.min(Math.max(0, spent), limit || ATTEMPT_MS));

/** ms left, never negative; null without a limit. */
export const timeLeft = (spent: number, limit: number): number | null => (limit ? Math.max(0, limit - spent) : null);

export const isOver = (spent: number, limit: number): boolean => limit > 0 && spent >= limit;

/** What an attempt without a limit is charged when its process ended while it ran, ms. `savedAt`, `now`: the device's clock. */
export function crashCharge(wasRunning: boolean, savedAt: number, now: number): number {
  return wasRunning ? Math.min(Math.max(0, now - savedAt), SAVE_EVERY_MS) : 0;
}

/** How much was spent when a clock showed `at`, both ms. */
export interface Mark {
  spent: number;
  at: number;
}

export interface Marks {
  /** By the device's clock: the last save. */
  device: Mark;
  /** By the server's clock, when it was last asked; null when it never was. */
  server: Mark | null;
}

/** What the clocks show now; `server` null when it cannot be asked. */
export interface Clocks {
  device: number;
  server: number | null;
}

const since = (mark: Mark, now: number): number => mark.spent + Math.max(0, now - mark.at);

/** What an attempt with a limit has spent after a stretch that nobody watched, ms. `stored`: what is known to be spent. */
export function spentAfterGap(stored: number, marks: Marks, now: Clocks, limit: number): number {
  const claimed =
    marks.server && now.server !== null ? since(marks.server, now.server) : since(marks.device, now.device);
  return countable(Math.max(stored, claimed), limit);
}

/** The warning that falls due between two readings of the time left, in minutes; of several the most urgent. */
export function warningBetween(before: number, after: number): 5 | 1 | null {
  return (
    WARNING_MINUTES.findLast((minutes) => before > minutes * MINUTE_MS && after <= minutes * MINUTE_MS && after > 0) ??
    null
  );
}
