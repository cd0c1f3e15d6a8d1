import { lazy } from '@/lib/lazy';

const timeZone = 'Europe/Sofia';
const date = lazy(
  () => new Intl.DateTimeFormat('bg-BG', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }),
);
const moment = lazy(
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

/** `23.11.2026`: the day in Sofia. */
export const sofiaDate = (at: string | number) =>
  date()
    .format(new Date(at))
    .replace(/\s?г\.$/, '');

/** `23.11.2026, 17:00`: the time in Sofia. */
export const sofiaMoment = (at: string | number) =>
  moment()
    .format(new Date(at))
    .replace(/\s?г\./, '')
    .replace(/\s?ч\.$/, '');
