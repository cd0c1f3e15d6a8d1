import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useEventStates, useJoinLinks } from '@/data/events/queries';
import { mapLive } from '@/data/live/live';
import { useStreakDays } from '@/data/streak/queries';
import { useToday } from '@/data/streak/use-today';
import { type EventFilter, type EventState, eventsOf, searchEvents } from '@/domain/event-list';
import { useInfiniteScroll } from '@/lib/use-infinite-scroll';
import { useNow } from '@/lib/use-now';
import { eventsText as text } from '@/text/events';
import { activity } from '@/text/home-blocks';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SearchField } from '@/ui/search-field';
import { SegmentedControl } from '@/ui/segmented-control';
import { Skeleton } from '@/ui/skeleton';
import { type CalendarPlace, MonthCalendar } from '@/widgets/events/month-calendar';
import { LiveStates } from '@/widgets/live-states';
import { EventItem, itemTime } from './event-item';
import { saveCalendar } from './save-calendar';
import { useRegistration } from './use-registration';

const PAGE = 20;
const MINUTE_MS = 60_000;
const filterNames = ['upcoming', 'mine', 'past'] as const satisfies readonly EventFilter[];
const noDays: ReadonlySet<string> = new Set();
/** On wide screens the calendar has a column of its own on the right. */
const leftClass = 'min-w-0 lg:col-start-1';

interface EventListProps {
  rows: readonly EventState[];
  now: number;
  /** The calendar, rendered after the first event so that on a phone it is not below a long list. */
  calendar: ReactNode;
}

function EventList({ rows, now, calendar }: EventListProps) {
  const { busy, change } = useRegistration();
  const links = useJoinLinks();
  const { shown, marker } = useInfiniteScroll(rows.length, PAGE);
  const onChange = (row: EventState, registered: boolean) => void change(row, registered);
  const onSave = (row: EventState) => void saveCalendar([row]);
  const itemOf = (event: EventState, index: number) => (
    <EventItem
      key={event.id}
      event={event}
      joinUrl={links.get(event.id)}
      now={itemTime(event, now)}
      index={index}
      busy={busy === event.id}
      onChange={onChange}
      onSave={onSave}
    />
  );
  const items = rows.slice(0, shown).map(itemOf);
  return (
    <>
      <ul className={leftClass}>{items.slice(0, 1)}</ul>
      {calendar}
      {items.length > 1 && (
        <div className={leftClass}>
          <ul className="grid gap-4">{items.slice(1)}</ul>
          {shown < rows.length && <div ref={marker} aria-hidden="true" className="h-px" />}
        </div>
      )}
    </>
  );
}

const skeleton = (
  <div role="status" aria-label={text.loading} className="grid gap-4">
    <Skeleton className="h-64 rounded-card!" />
    <Skeleton className="h-64 rounded-card!" />
  </div>
);

/** Събития: search, three lists, the calendar; registration works offline. */
export function EventsSection() {
  const live = useEventStates();
  const events = live.data ?? [];
  // Rule: show no number before this device has all events.
  const known = live.complete || events.length > 0;
  const today = useToday();
  const now = useNow(MINUTE_MS);
  const days = useStreakDays().data?.days ?? noDays;
  const [filter, setFilter] = useState<EventFilter>('upcoming');
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState<string>();
  const wanted = useSearchParams()[0].get('event');
  const named = wanted === opened ? undefined : events.find(({ id }) => id === wanted);
  // A search result links to an event: open the list that contains it, filtered by its title.
  if (named) {
    setOpened(named.id);
    setQuery(named.title);
    setFilter(filterNames.find((name) => eventsOf([named], name, now).length > 0) ?? 'upcoming');
  }
  const [place, setPlace] = useState<CalendarPlace>({ day: today, focus: false });
  const found = searchEvents(events, query, activity.types);
  const rows = eventsOf(found, filter, now);
  const mine = events.filter(({ is_registered }) => is_registered);
  const calendar = (
    <section
      aria-labelledby="events-calendar"
      className="min-w-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-3 lg:row-start-1"
    >
      <h2 id="events-calendar" className="sr-only">
        {text.calendar}
      </h2>
      <MonthCalendar events={events} known={known} activeDays={days} today={today} place={place} onPlace={setPlace} />
    </section>
  );
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{text.title}</h1>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-5">
        <div className={`${leftClass} grid gap-4`}>
          <SearchField
            label={text.search}
            placeholder={text.searchHint}
            clearLabel={text.clear}
            value={query}
            onChange={setQuery}
          />
          <SegmentedControl
            label={text.filter}
            options={filterNames.map((value) => ({
              value,
              label: `${text.filters[value]} ${known ? eventsOf(found, value, now).length : ''}`.trim(),
            }))}
            value={filter}
            onChange={setFilter}
          />
          {filter === 'mine' && mine.length > 0 && (
            <Button className="justify-self-start" onClick={() => void saveCalendar(mine)}>
              <CalendarPlus size={18} aria-hidden="true" />
              {text.calendarMine}
            </Button>
          )}
        </div>
        {rows.length > 0 ? (
          <EventList key={filter} rows={rows} now={now} calendar={calendar} />
        ) : (
          <>
            <div className={leftClass}>
              {events.length > 0 && query ? (
                <Notice title={text.noMatch} action={<Button onClick={() => setQuery('')}>{text.clear}</Button>}>
                  {text.noMatchText}
                </Notice>
              ) : (
                <LiveStates
                  live={mapLive(live, () => rows)}
                  isEmpty={() => true}
                  skeleton={skeleton}
                  empty={text.none[filter]}
                  notHere={events.length > 0 ? text.none[filter] : { title: text.notHere, text: text.notHereText }}
                >
                  {() => null}
                </LiveStates>
              )}
            </div>
            {calendar}
          </>
        )}
      </div>
    </>
  );
}
