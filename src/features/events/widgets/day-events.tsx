import { capitalised, formatDay, formatSpan } from '@/shared/format/format-day';
import { joinFacts } from '@/shared/join-facts';
import type { EventRow } from '@/shared/rows';
import { activity, calendarText } from '@/shared/text/home-blocks';
import { startHour } from './event-time';

const DAY_MS = 86_400_000;

/** The start time of an event, or the date range if it lasts several days. */
function whenOf(event: EventRow): string {
  const [start, end] = [Date.parse(event.start_date), Date.parse(event.end_date)];
  return end - start > DAY_MS ? formatSpan(start, end) : startHour(start);
}

/** Events of the selected day. `known`: true if this device has all events; only then may the text say that the day has no events. */
export function DayEvents({ day, events, known }: { day: string; events: readonly EventRow[]; known: boolean }) {
  return (
    <div className="mt-2 min-h-22 border-line border-t pt-3 max-md:px-2">
      <h4 className="font-bold text-sm">{capitalised(formatDay(day, 'spoken'))}</h4>
      {events.length === 0 && known && <p className="text-muted text-sm">{calendarText.nothing}</p>}
      <ul className="wrap-anywhere mt-1 grid gap-2">
        {events.map((event) => (
          <li key={event.id} className="border-accent border-l-3 pl-3">
            <p className="font-bold text-sm">{event.title}</p>
            <p className="num text-muted text-sm">
              {joinFacts([
                whenOf(event),
                event.location,
                event.status === 'cancelled'
                  ? calendarText.cancelled
                  : event.is_free
                    ? activity.free
                    : activity.premium,
              ])}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
