import { once } from './once';

/** Numbers, dates and durations as people in Bulgaria read them. */
const LOCALE = 'bg-BG';
const date = once(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' }));
const dateTime = once(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
);
const time = once(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }));
const number = once(() => new Intl.NumberFormat(LOCALE));
const plurals = once(() => new Intl.PluralRules(LOCALE));

/** The `г.` stays with its year, on the narrowest screen too. */
export const formatDate = (at: string | number) => date().format(new Date(at)).replace(/ г\.$/, '\u00a0г.');
export const formatNumber = (value: number) => number().format(value);

/** The hour for today, date and hour for other days. */
export function formatMoment(at: number, now = Date.now()): string {
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? `${time().format(at)} ч.`
    : dateTime().format(at);
}

/** Minutes and seconds, `7:05`; hours in front when there are any. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** `1 урок`, `5 урока`: the number with the form of the noun that belongs to it. */
export const counted = (count: number, one: string, other: string) =>
  `${formatNumber(count)} ${plurals().select(count) === 'one' ? one : other}`;
