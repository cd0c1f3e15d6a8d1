/**
 * Watched intervals of a lesson, in ms of media time.
 * Guarantees: the normal form is sorted, with gaps of at least WATCH_GAP_MS (1 s), so a lesson of 8 hours has at most about 28,800 intervals.
 * Rule: keep the list short by closing short gaps, never by dropping intervals. Closing gaps is a closure operator, so lists can be joined in
 * any order with the same result.
 */
import { WATCH_GAP_MS } from '@/shared/limits';
import type { Interval } from './journal';

/** Union of all intervals in normal form; the input may be in any order. */
export function joinIntervals(...lists: (readonly Interval[])[]): Interval[] {
  const joined: [number, number][] = [];
  for (const [from, to] of lists.flat().sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from - last[1] < WATCH_GAP_MS) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Media time (ms) that was watched at least once. */
export function watchedMs(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [from, to]) => sum + to - from, 0);
}
