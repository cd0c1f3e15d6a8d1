import { generateIcsCalendar, type IcsEvent } from 'ts-ics';
import type { EventRow } from '@/shared/rows';
import { PRODUCT } from '@/shared/text/common';

/** Longest line of a calendar file (octets, without the line break). */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** Replaces carriage returns: ts-ics escapes only `\n`, so a `\r` in a title would start a new line of the file. */
const oneKindOfBreak = (text: string) => text.replace(/\r\n?/g, '\n');

/** Folds long lines again: ts-ics counts characters, but RFC 5545 counts octets, and a Cyrillic letter has two. */
function foldByOctets(file: string): string {
  return file
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map((line) => {
      let folded = '';
      let octets = 0;
      for (const character of line) {
        const size = encoder.encode(character).length;
        if (octets + size > LINE_OCTETS) {
          folded += '\r\n ';
          octets = 1;
        }
        folded += character;
        octets += size;
      }
      return folded;
    })
    .join('\r\n');
}

/** Events as one iCalendar file (RFC 5545): times in UTC, the id as UID, alarms a day and an hour before the start. */
export function calendarFile(events: readonly EventRow[], now: Date): string {
  const entry = (event: EventRow): IcsEvent => {
    const start = new Date(event.start_date);
    const end = new Date(event.end_date);
    return {
      uid: `${event.id}@sloy`,
      summary: oneKindOfBreak(event.title),
      description: oneKindOfBreak(event.description ?? ''),
      location: oneKindOfBreak(event.location),
      // A calendar updates its copy of an event only if `sequence` is higher. Registrations do not raise it.
      sequence: event.sequence ?? 0,
      stamp: { date: now },
      start: { date: start },
      // Calendars reject an event that ends before it starts; such a row gets a duration of zero.
      end: { date: end > start ? end : start },
      status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
      alarms: [{ hours: 24 }, { hours: 1 }].map((duration) => ({
        action: 'DISPLAY',
        // ts-ics does not escape this field, so it must not contain an author's text.
        description: PRODUCT,
        trigger: { type: 'relative', value: { before: true, ...duration } },
      })),
    };
  };
  return foldByOctets(
    generateIcsCalendar({
      version: '2.0',
      prodId: '-//Sloy//Events//BG',
      method: 'PUBLISH',
      events: events.map(entry),
    }),
  );
}
