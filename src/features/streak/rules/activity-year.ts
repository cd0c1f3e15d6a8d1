/**
 * Figures of the activity section: this week, this month, the level, and the year by weeks.
 * Guarantees: pure; days are calendar dates (YYYY-MM-DD), weeks start on Monday (specification 2 §9).
 */
import { dayBefore } from './streak';

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayAfter = (day: string, count = 1) => {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
};

/** Monday of the week that contains `day`. */
export const mondayOf = (day: string): string => dayAfter(day, -((noon(day).getUTCDay() + 6) % 7));

/** Active days since Monday, today included. */
export const activeThisWeek = (days: ReadonlySet<string>, today: string): number => {
  const monday = mondayOf(today);
  return [...days].filter((day) => day >= monday && day <= today).length;
};

/** Active days of the calendar month of `today`. */
export const activeThisMonth = (days: ReadonlySet<string>, today: string): number =>
  [...days].filter((day) => day.slice(0, 7) === today.slice(0, 7) && day <= today).length;

export const LEVELS = 5;

/** Number of flames to light: one for every two consecutive active days, at most LEVELS (specification 2 §9). */
export const streakLevel = (streak: number): number => Math.min(Math.floor(streak / 2), LEVELS);

export interface YearWeek {
  monday: string;
  /** Active days, 0 to 7; days outside the year do not count. */
  active: number;
  /** The 1st of a month (YYYY-MM-DD) if it is in this week, otherwise null. */
  month: string | null;
  state: 'past' | 'current' | 'future';
}

/** The weeks that overlap the year of `today`, in order. */
export function weeksOfYear(days: ReadonlySet<string>, today: string): YearWeek[] {
  const year = today.slice(0, 4);
  const current = mondayOf(today);
  const weeks: YearWeek[] = [];
  for (let monday = mondayOf(`${year}-01-01`); monday <= `${year}-12-31`; monday = dayAfter(monday, 7)) {
    const dates = Array.from({ length: 7 }, (_, index) => dayAfter(monday, index)).filter((day) =>
      day.startsWith(year),
    );
    weeks.push({
      monday,
      active: dates.filter((day) => day <= today && days.has(day)).length,
      month: dates.find((day) => day.endsWith('-01')) ?? null,
      state: monday < current ? 'past' : monday === current ? 'current' : 'future',
    });
  }
  return weeks;
}

/** Longest run of active days in the year of `today`; null if it is shorter than two days. */
export function longestRunOfYear(
  days: ReadonlySet<string>,
  today: string,
): { first: string; last: string; length: number } | null {
  const year = today.slice(0, 4);
  let best: { first: string; last: string; length: number } | null = null;
  for (const last of days) {
    if (!last.startsWith(year) || last > today || days.has(dayAfter(last))) continue;
    let first = last;
    let length = 1;
    for (let day = dayBefore(last); days.has(day) && day.startsWith(year); day = dayBefore(day)) {
      first = day;
      length++;
    }
    if (length > 1 && (best === null || length > best.length || (length === best.length && last > best.last))) {
      best = { first, last, length };
    }
  }
  return best;
}
