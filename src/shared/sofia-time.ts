/**
 * Wall-clock time of Europe/Sofia, in which the console enters and shows times, whatever the time zone of the device.
 * Guarantees: a time that a clock change skips counts as one hour later; a time that occurs twice means the first occurrence.
 */

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Sofia',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The wall clock at an instant as `YYYY-MM-DDTHH:mm`, the value of a datetime-local field. */
export function toSofia(at: string | number): string {
  const found = new Map(parts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const [year, month, day] = (['year', 'month', 'day'] as const).map((type) => found.get(type));
  return `${year}-${month}-${day}T${found.get('hour')}:${found.get('minute')}`;
}

/** The instant of a wall-clock time; null for an invalid time. */
export function fromSofia(local: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) || Number.isNaN(wanted)) return null;
  // Sofia is 2 or 3 hours ahead of UTC. Try 3 first: if the time occurs twice, the larger offset gives the first occurrence.
  for (const hours of [3, 2]) {
    const at = wanted - hours * 3_600_000;
    if (toSofia(at) === local.slice(0, 16)) return new Date(at).toISOString();
  }
  // No offset fits: the clock skipped this time when it went forward.
  return new Date(wanted - 2 * 3_600_000).toISOString();
}

/** True for a valid wall-clock time that Sofia's clock skips in spring, between 03:00 and 04:00. */
export function isSkippedInSofia(local: string): boolean {
  const at = fromSofia(local);
  return at !== null && toSofia(at) !== local.slice(0, 16);
}

/** The instant at which a day (YYYY-MM-DD) begins or, with `end`, at which the next day begins; null for an empty day. */
export function sofiaDay(day: string, end = false): string | null {
  const start = fromSofia(`${day}T00:00`);
  if (!start || !end) return start;
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return fromSofia(`${next}T00:00`);
}

/** The last day (YYYY-MM-DD) of a period that ends at an instant: the inverse of `sofiaDay` with `end`. */
export const lastSofiaDay = (end: string): string => toSofia(Date.parse(end) - 1).slice(0, 10);
