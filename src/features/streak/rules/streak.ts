/**
 * The activity streak, computed from the set of active days (decision 19: the learner's local dates).
 * Guarantees: pure; order and duplicates of the days do not matter. Twin: sync.recount_streaks.
 */

import type { StreakRow } from '@/shared/rows';

function dayAway(day: string, step: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + step);
  return date.toISOString().slice(0, 10);
}

/** The calendar day before `day` (YYYY-MM-DD). */
export const dayBefore = (day: string) => dayAway(day, -1);
const dayAfter = (day: string) => dayAway(day, 1);

/** Number of consecutive active days up to today, or up to yesterday if today has no activity yet. */
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

/** The largest number of consecutive active days. */
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

/** The days that a streak row implies: `current_streak` days up to its last active day. */
export function daysOfRow(row: Pick<StreakRow, 'current_streak' | 'last_active'> | null | undefined): string[] {
  return row?.last_active ? lastDays(row.last_active, row.current_streak) : [];
}

/** The last `count` calendar days including `today`, earliest first. */
export function lastDays(today: string, count: number): string[] {
  const days: string[] = [];
  for (let day = today; days.length < count; day = dayBefore(day)) days.unshift(day);
  return days;
}

export interface Streak {
  /** Number of consecutive active days up to today, or up to yesterday if today has no activity yet. */
  current: number;
  longest: number;
  /** All active days that this device knows (YYYY-MM-DD). */
  days: ReadonlySet<string>;
  /** The learner's calendar day. */
  today: string;
}

/**
 * Merges the server's row with the learner's own days.
 * If the row is missing or unreadable, only the learner's own days count (the specification's fallback).
 */
export function foldStreak(
  row: Pick<StreakRow, 'current_streak' | 'longest_streak' | 'last_active'> | null | undefined,
  ownDays: Iterable<string>,
  today: string,
): Streak {
  const days = new Set([...daysOfRow(row), ...ownDays]);
  const longest = Math.max(row?.longest_streak ?? 0, longestStreak(days));
  return { current: currentStreak(days, today), longest, days, today };
}

/** Active days since Monday, today included. */
export function activeThisWeek({ days, today }: Pick<Streak, 'days' | 'today'>): number {
  const sinceMonday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return lastDays(today, sinceMonday + 1).filter((day) => days.has(day)).length;
}

/** Active days of the calendar month up to today. */
export const activeThisMonth = ({ days, today }: Pick<Streak, 'days' | 'today'>): number =>
  [...days].filter((day) => day.startsWith(today.slice(0, 7)) && day <= today).length;
