/**
 * How long ago a day was, as the news tell it (specification 2 §9): today, yesterday, days under 7, weeks under 30 days, then a date.
 * Guarantees: pure; counts calendar days of the learner's clock, so that yesterday evening is yesterday.
 */
import { localDate } from './local-date';

const DAY_MS = 86_400_000;

export type RelativeDate = { unit: 'day' | 'week'; count: number } | { unit: 'date' };

/** Whole calendar days from `at` to `now`; never below 0, since a server's clock may be ahead. */
function daysSince(at: number, now: number): number {
  const noon = (time: number) => Date.parse(`${localDate(time)}T12:00:00Z`);
  return Math.max(0, Math.round((noon(now) - noon(at)) / DAY_MS));
}

export function relativeDate(at: number, now: number): RelativeDate {
  const days = daysSince(at, now);
  if (days < 7) return { unit: 'day', count: days };
  return days < 30 ? { unit: 'week', count: Math.floor(days / 7) } : { unit: 'date' };
}
