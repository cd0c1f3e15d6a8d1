/**
 * The time of an attempt: what is counted, what a crash costs, when the learner is warned and when the time is over.
 *
 * An attempt's `time_spent` grows only while its questions are on screen, by a monotonic clock, and is written with every answer, every SAVE_EVERY_MS
 * and when the page is hidden or left. The device's clock never counts time, with one exception: a process that was killed could not write
 * its last stretch. That stretch is shorter than SAVE_EVERY_MS by construction, so reopening adds the wall clock since the last save, but never more
 * than SAVE_EVERY_MS and never less than 0: killing the browser wins nothing, and a wrong or changed clock costs at most ten seconds.
 * Leaving a test by its exit button stops the clock (the specification keeps the attempt); hiding the page stops it only where there is no limit.
 * Rule: `time_spent` never shrinks and never passes the test's limit.
 */
import { ATTEMPT_MS } from '@/config/limits';
import type { TestRow } from './rows';

/** How often a running attempt is saved, ms. */
export const SAVE_EVERY_MS = 10_000;
/** Time left at which the learner is warned, minutes. */
export const WARNING_MINUTES = [5, 1] as const;

const MINUTE_MS = 60_000;

/** ms; 0 means unlimited. */
export const limitOf = (test: Pick<TestRow, 'time_limit'>): number => Math.max(0, test.time_limit) * MINUTE_MS;

/** Whole ms that may be stored as `time_spent`. */
export const countable = (spent: number, limit: number): number => Math.floor(Math.min(Math.max(0, spent), limit || ATTEMPT_MS));

/** ms left, never negative; null without a limit. */
export const timeLeft = (spent: number, limit: number): number | null => (limit ? Math.max(0, limit - spent) : null);

export const isOver = (spent: number, limit: number): boolean => limit > 0 && spent >= limit;

/** What an attempt that was running when its process ended is charged, ms. `savedAt`, `now`: the device's clock. */
export function crashCharge(wasRunning: boolean, savedAt: number, now: number): number {
  return wasRunning ? Math.min(Math.max(0, now - savedAt), SAVE_EVERY_MS) : 0;
}

/** The warning that falls due between two readings of the time left, in minutes; of several the most urgent. */
export function warningBetween(before: number, after: number): 5 | 1 | null {
  return WARNING_MINUTES.findLast((minutes) => before > minutes * MINUTE_MS && after <= minutes * MINUTE_MS && after > 0) ?? null;
}
