/** Checks of single values: dates, texts and the order of lists. The SQL function `sync.validate` repeats them. */
import type { Interval, NoteVersion } from '@/shared/journal';
import { compareText } from '@/shared/text-order';

/** True for an existing calendar date (YYYY-MM-DD) from 1900 to 2199. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^((?:19|20|21)\d\d)-(0[1-9]|1[0-2])-(\d\d)$/.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** Counts code points, like PostgreSQL's `length`: an emoji is one character, not two UTF-16 units. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function isText(text: string, longest: number): boolean {
  return (
    (text.length <= longest || characters(text) <= longest) && !text.includes('\0') && !/\p{Surrogate}/u.test(text)
  );
}

export function isAscending<T>(list: readonly T[], order: (a: T, b: T) => number): boolean {
  return list.every((item, i) => i === 0 || order(list[i - 1] as T, item) < 0);
}

export function isIntervals(list: readonly Interval[]): boolean {
  return list.every(([from, to], i) => from < to && (i === 0 || (list[i - 1]?.[1] ?? 0) < from));
}

/** The version as `sync.canonical` writes it. */
const textOf = (version: NoteVersion) => JSON.stringify(version, Object.keys(version).sort(compareText));

export function newestFirst(list: readonly NoteVersion[]): boolean {
  return isAscending(list, (a, b) => b.at - a.at || compareText(textOf(b), textOf(a)));
}
