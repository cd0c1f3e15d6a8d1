import { once } from '../once';
import { formatDate } from './format';

const relative = once(() => new Intl.RelativeTimeFormat('bg-BG'));
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const LAST_DAY = 29;

/** Formats how long ago `at` was: `justNow` under a minute and for a future moment, then minutes, hours, days up to 29, then the date. */
export function formatAgo(at: string | number, justNow: string, now = Date.now()): string {
  const seconds = Math.floor((now - new Date(at).getTime()) / 1000);
  if (seconds < MINUTE) return justNow;
  if (seconds < HOUR) return relative().format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return relative().format(-Math.floor(seconds / HOUR), 'hour');
  const days = Math.floor(seconds / DAY);
  return days <= LAST_DAY ? relative().format(-days, 'day') : formatDate(at);
}
