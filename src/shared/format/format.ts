import { once } from '../once';

/** Locale in which this file formats numbers, dates and durations. */
const LOCALE = 'bg-BG';
const date = once(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' }));
const dateTime = once(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
);
const time = once(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }));
const number = once(() => new Intl.NumberFormat(LOCALE));
const plurals = once(() => new Intl.PluralRules(LOCALE));

/** A no-break space keeps `г.` beside its year on narrow screens. */
export const formatDate = (at: string | number) => date().format(new Date(at)).replace(/ г\.$/, '\u00a0г.');
export const formatNumber = (value: number) => number().format(value);

/** Formats a moment: the time if it is today, otherwise the date and the time. */
export function formatMoment(at: number, now = Date.now()): string {
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? `${time().format(at)} ч.`
    : dateTime().format(at);
}

/** Minutes and seconds, `7:05`; with hours if there are any. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A number with the matching form of the noun: `1 урок`, `5 урока`. */
export const counted = (count: number, one: string, other: string) =>
  `${formatNumber(count)} ${plurals().select(count) === 'one' ? one : other}`;
