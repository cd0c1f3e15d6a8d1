/**
 * Joins two copies of a lesson's progress for display, so that the screen loses neither what this device has watched and not yet sent nor what
 * another device has watched meanwhile. The server merges by the same rule; a property test compares the two.
 */
import { joinIntervals } from './intervals';
import type { ProgressData } from './journal';

export function joinedProgress(a: ProgressData, b: ProgressData): ProgressData {
  const isALast = a.position_at === b.position_at ? a.position >= b.position : a.position_at > b.position_at;
  const { position, position_at } = isALast ? a : b;
  return {
    ...b,
    ...a,
    course_id: a.course_id ?? b.course_id,
    intervals: joinIntervals(a.intervals, b.intervals),
    position,
    position_at,
    duration: Math.max(a.duration, b.duration),
    completed: a.completed || b.completed,
    first_watched: Math.min(a.first_watched, b.first_watched),
  };
}
