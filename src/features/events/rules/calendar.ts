/**
 * Days and months of the calendar as YYYY-MM-DD texts in the learner's local time.
 * Guarantees: pure, reads no clock; the page of a month always has 42 cells, of which the first is a Monday (specification 2 §9).
 */
import { CALENDAR_CELLS, CALENDAR_TITLE_LENGTH } from '@/shared/app-limits';
import { localDate } from '@/shared/local-date';

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
/** Noon (UTC) of a day. Noon is far from midnight, so that no change of daylight-saving time moves it to another day. */
const dateOf = (day: string) => new Date(`${day}T12:00:00Z`);

export function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The month of a day (YYYY-MM). */
export const monthOf = (day: string) => day.slice(0, 7);

/** The same day in another month, or the last day of that month if the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.getUTCFullYear()}-${two(first.getUTCMonth() + 1)}-${two(Math.min(date, last))}`;
}

/** Index of a day in its week; Monday is 0. */
export const weekdayOf = (day: string) => (dateOf(day).getUTCDay() + 6) % 7;

/** The 42 days of the calendar page of a month. */
export function monthGrid(month: string): string[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  return Array.from({ length: CALENDAR_CELLS }, (_, index) => addDays(start, index));
}

const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** The day to which a keyboard key moves from `day`; undefined for other keys. */
export const dayAfterKey = (day: string, key: string): string | undefined => moves[key]?.(day);

interface Spanning {
  start_date: string;
  end_date: string;
}

/** Maximum number of days on which an event appears: a longer event appears only on its first 366 days. */
const LONGEST_SPAN_DAYS = 366;

/** Local days of an event; an end at midnight belongs to the day before. */
export function daysOf({ start_date, end_date }: Spanning): string[] {
  const start = Date.parse(start_date);
  const last = localDate(Math.max(start, Date.parse(end_date) - 1));
  const days: string[] = [];
  for (let day = localDate(start); day <= last && days.length < LONGEST_SPAN_DAYS; day = addDays(day, 1))
    days.push(day);
  return days;
}

/** Groups events by local day, in the given order. */
export function eventsByDay<E extends Spanning>(events: readonly E[]): Map<string, E[]> {
  const byDay = new Map<string, E[]>();
  for (const event of events) {
    for (const day of daysOf(event)) {
      const known = byDay.get(day);
      if (known) known.push(event);
      else byDay.set(day, [event]);
    }
  }
  return byDay;
}

/** A title in a calendar cell: at most 8 characters and an ellipsis. */
export function cellTitle(title: string): string {
  const characters = [...title.trim()];
  return characters.length <= CALENDAR_TITLE_LENGTH
    ? characters.join('')
    : `${characters.slice(0, CALENDAR_TITLE_LENGTH).join('').trimEnd()}…`;
}
