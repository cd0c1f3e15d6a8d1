import { once } from '../once';

/** Locale in which this file formats days, months and hours. */
const LOCALE = 'bg-BG';
const DAY_MS = 86_400_000;

const formats = {
  /** `събота, 28 ноември 2026 г.` */
  full: once(
    () => new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  ),
  /** `събота, 28 ноември` */
  spoken: once(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' })),
  /** `28 ноември` */
  dayOfMonth: once(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' })),
  monthName: once(() => new Intl.DateTimeFormat(LOCALE, { month: 'long' })),
  /** `пн` */
  weekday: once(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'short' })),
  /** `понеделник` */
  weekdayLong: once(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'long' })),
};
const hour = once(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }));
const dayAndHour = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }),
);
const days = once(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' }));

/** A calendar day (YYYY-MM-DD) in words, independent of the time zone. */
export const formatDay = (day: string, as: keyof typeof formats) =>
  formats[as]()
    .format(new Date(`${day}T12:00:00`))
    .replace(/ г\.$/, '\u00a0г.');

/** `Ноември 2026`, the heading of a calendar month. */
export const formatMonth = (day: string) => `${capitalised(formatDay(day, 'monthName'))} ${day.slice(0, 4)}`;

/** Capitalises a heading; Bulgarian months and weekdays are lower-case. */
export const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase('bg') + text.slice(1);

export const formatHour = (at: number) => `${hour().format(at)} ч.`;

/** Date and hour of an event; only the days if it lasts longer than 24 hours. An event that ends at midnight counts as ending the day before. */
export const formatSpan = (start: number, end: number) =>
  end - start > DAY_MS ? days().formatRange(start, end - 1) : `${dayAndHour().format(start)} ч.`;
