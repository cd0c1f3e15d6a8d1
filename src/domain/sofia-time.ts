/**
 * Wall-clock time of Europe/Sofia, in which the console enters and shows times, whatever the time zone of the device.
 * Guarantees: an hour that a clock change skips moves forward by an hour; an hour that happens twice is the first of the two.
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
  // Sofia is 2 or 3 hours ahead of UTC. The larger offset is the earlier instant, and the first of two equal hours.
  for (const hours of [3, 2]) {
    const at = wanted - hours * 3_600_000;
    if (toSofia(at) === local.slice(0, 16)) return new Date(at).toISOString();
  }
  // An hour that does not exist: the clock jumped over it.
  return new Date(wanted - 2 * 3_600_000).toISOString();
}

/** The instant at which a day (YYYY-MM-DD) begins, or the next day does; null for an empty day. */
export function sofiaDay(day: string, end = false): string | null {
  const start = fromSofia(`${day}T00:00`);
  if (!start || !end) return start;
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return fromSofia(`${next}T00:00`);
}
