/**
 * Relative date of a news item (specification 2 §9): today, yesterday, the number of days (below 7), the number of
 * weeks (below 30 days), then a date.
 * Guarantees: pure; counts the learner's local calendar days.
 */
import { localDate } from './local-date';

const DAY_MS = 86_400_000;

export type RelativeDate = { unit: 'day' | 'week'; count: number } | { unit: 'date' };

/** Calendar days from `at` to `now`, at least 0 because the server's clock may be ahead. */
function daysSince(at: number, now: number): number {
  const noon = (time: number) => Date.parse(`${localDate(time)}T12:00:00Z`);
  return Math.max(0, Math.round((noon(now) - noon(at)) / DAY_MS));
}

export function relativeDate(at: number, now: number): RelativeDate {
  const days = daysSince(at, now);
  if (days < 7) return { unit: 'day', count: days };
  return days < 30 ? { unit: 'week', count: Math.floor(days / 7) } : { unit: 'date' };
}
