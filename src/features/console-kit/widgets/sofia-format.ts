import { once } from '@/shared/once';
import { toSofia } from '@/shared/sofia-time';

const timeZone = 'Europe/Sofia';
const date = once(
  () => new Intl.DateTimeFormat('bg-BG', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }),
);
const moment = once(
  () =>
    new Intl.DateTimeFormat('bg-BG', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** Formats the date in Sofia's time zone, as `23.11.2026`. */
export const sofiaDate = (at: string | number) =>
  date()
    .format(new Date(at))
    .replace(/\s?г\.$/, '');

/** Formats the last day of a period that ends at an instant, usually at midnight. */
export const sofiaLastDate = (end: string) => sofiaDate(Date.parse(end) - 1);

/** Formats the date and time in Sofia's time zone, as `23.11.2026, 17:00`. */
export const sofiaMoment = (at: string | number) =>
  moment()
    .format(new Date(at))
    .replace(/\s?г\./, '')
    .replace(/\s?ч\.$/, '');

/** Formats the date and time in Sofia's time zone for a CSV file, as `2026-11-23 17:00`, which spreadsheets read as a date. */
export const sofiaCell = (at: string) => toSofia(at).replace('T', ' ');
