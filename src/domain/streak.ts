/**
 * The activity streak, computed from the set of days on which something was learnt (decision 19: the learner's local dates).
 * Guarantees: pure; order and repetition of the days do not matter.
 */

import type { StreakRow } from './rows';

function dayAway(day: string, step: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + step);
  return date.toISOString().slice(0, 10);
}

/** The calendar day before, and the one after; both as YYYY-MM-DD. */
export const dayBefore = (day: string) => dayAway(day, -1);
const dayAfter = (day: string) => dayAway(day, 1);

/** Consecutive active days up to today, or up to yesterday when today is still empty. */
export function currentStreak(days: Iterable<string>, today: string): number {
  const active = new Set(days);
  let day = active.has(today) ? today : dayBefore(today);
  let count = 0;
  while (active.has(day)) {
    count++;
    day = dayBefore(day);
  }
  return count;
}

/** The most consecutive active days there ever were. */
export function longestStreak(days: Iterable<string>): number {
  const active = new Set(days);
  let longest = 0;
  for (const last of active) {
    if (active.has(dayAfter(last))) continue;
    let count = 0;
    for (let day = last; active.has(day); day = dayBefore(day)) count++;
    longest = Math.max(longest, count);
  }
  return longest;
}

/** The days that a streak row speaks of: those in a row up to its last active one. */
export function daysOfRow(row: Pick<StreakRow, 'current_streak' | 'last_active'> | null | undefined): string[] {
  return row?.last_active ? lastDays(row.last_active, row.current_streak) : [];
}

/** So many calendar days up to and with `today`, the earliest first. */
export function lastDays(today: string, count: number): string[] {
  const days: string[] = [];
  for (let day = today; days.length < count; day = dayBefore(day)) days.unshift(day);
  return days;
}
