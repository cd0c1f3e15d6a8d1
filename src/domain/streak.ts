/**
 * The activity streak, computed from the set of days on which something was learnt (decision 19: the learner's local dates).
 * Guarantees: pure; order and repetition of the days do not matter.
 */

/** The calendar day before, both as YYYY-MM-DD. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

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
