import { saveAsFile } from '@/device/save-as-file';
import type { EventRow } from '@/shared/rows';

/** Saves events as a calendar file. The library loads on the first call. */
export async function saveCalendar(events: readonly EventRow[]): Promise<void> {
  const { calendarFile } = await import('./calendar-file');
  const [first] = events;
  const name =
    events.length === 1 && first
      ? first.title
          .replace(/[\\/:*?"<>|]/g, ' ')
          .trim()
          .slice(0, 80)
      : 'sloy';
  saveAsFile(`${name || 'sloy'}.ics`, calendarFile(events, new Date()), 'text/calendar');
}
