import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { formatDay, formatMonth } from '@/shared/format/format-day';
import type { EventRow } from '@/shared/rows';
import { calendarText } from '@/shared/text/home-blocks';
import { Button, IconButton } from '@/ui/button';
import { Card } from '@/ui/card';
import { addMonths, dayAfterKey, eventsByDay, monthGrid, monthOf } from '../rules/calendar';
import { CalendarCell } from './calendar-cell';
import { DayEvents } from './day-events';

export interface CalendarPlace {
  /** The selected day. The calendar shows its month. */
  day: string;
  /** True to move the focus to the day, after the learner pressed a key or clicked an event's link. */
  focus: boolean;
}

interface MonthCalendarProps {
  events: readonly EventRow[];
  /** True when this device has all events. */
  known: boolean;
  activeDays: ReadonlySet<string>;
  today: string;
  place: CalendarPlace;
  onPlace: (place: CalendarPlace) => void;
}

const none: readonly EventRow[] = [];

/** A month as six weeks from Monday. One day is focusable; arrows, Home, End, Page Up and Page Down move the focus. */
export function MonthCalendar({ events, known, activeDays, today, place, onPlace }: MonthCalendarProps) {
  const grid = useRef<HTMLTableElement>(null);
  const title = useId();
  const { day } = place;
  useEffect(() => {
    if (place.focus) grid.current?.querySelector<HTMLElement>(`[data-day="${place.day}"]`)?.focus();
  }, [place]);

  // After the hooks, so that the React compiler can cache them: the calendar may hold thousands of events.
  const month = monthOf(day);
  const days = monthGrid(month);
  const byDay = eventsByDay(events);
  const monthName = formatMonth(day);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event.key);
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onPlace({ day: next, focus: true });
  };

  return (
    <Card aria-labelledby={title} className="@container p-2 md:p-5">
      <div className="mb-1 flex flex-wrap items-center gap-1 max-md:pl-2">
        <h3 id={title} aria-live="polite" className="grow text-base max-[18rem]:basis-full md:text-lg">
          {monthName}
        </h3>
        <IconButton label={calendarText.previous} onClick={() => onPlace({ day: addMonths(day, -1), focus: false })}>
          <ChevronLeft size={22} aria-hidden="true" />
        </IconButton>
        <Button className="px-3!" onClick={() => onPlace({ day: today, focus: false })}>
          {calendarText.today}
        </Button>
        <IconButton label={calendarText.next} onClick={() => onPlace({ day: addMonths(day, 1), focus: false })}>
          <ChevronRight size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows a grid on a table
        role="grid"
        aria-label={calendarText.label(monthName)}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0 @[32rem]:border-spacing-1"
      >
        <thead>
          <tr>
            {days.slice(0, 7).map((weekday) => (
              <th
                key={weekday}
                scope="col"
                abbr={formatDay(weekday, 'weekdayLong')}
                className="h-8 font-bold text-muted text-xs"
              >
                {formatDay(weekday, 'weekday')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <CalendarCell
                  key={date}
                  day={date}
                  events={byDay.get(date) ?? none}
                  inMonth={monthOf(date) === month}
                  today={date === today}
                  chosen={date === day}
                  learnt={activeDays.has(date)}
                  onChoose={() => onPlace({ day: date, focus: true })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs max-md:px-2">
        <span className="inline-flex items-center gap-2">
          <span className="size-4 rounded bg-sunk ring-1 ring-control" />
          {calendarText.legendLearnt}
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="h-1 w-4 rounded-full bg-accent" />
          {calendarText.legendEvents}
        </span>
      </p>
      <DayEvents day={day} events={byDay.get(day) ?? none} known={known} />
    </Card>
  );
}
