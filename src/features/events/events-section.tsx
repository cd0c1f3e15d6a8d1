import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { mapLive } from '@/device/live/live';
import { useNow } from '@/device/use-now';
import { useStreakDays } from '@/features/streak/queries/streak';
import { useToday } from '@/features/streak/queries/use-today';
import { LiveStates } from '@/features/sync/widgets/live-states';
import { activity } from '@/shared/text/home-blocks';
import { Button } from '@/ui/button';
import { LongList } from '@/ui/long-list';
import { Notice } from '@/ui/notice';
import { scrollToTop } from '@/ui/scroll-to-top';
import { SearchField } from '@/ui/search-field';
import { SegmentedControl } from '@/ui/segmented-control';
import { Skeleton } from '@/ui/skeleton';
import { EventItem, itemTime } from './event-item';
import { useEventStates, useJoinLinks } from './queries';
import { type EventFilter, type EventState, eventsOf, searchEvents } from './rules/event-list';
import { saveCalendar } from './save-calendar';
import { eventsText as text } from './text/events';
import { usePreparedSearch } from './use-prepared-search';
import { useRegistration } from './use-registration';
import { type CalendarPlace, MonthCalendar } from './widgets/month-calendar';

/** Typical height of an event on a phone (px). */
const EVENT_PX = 400;
const MINUTE_MS = 60_000;
const filterNames = ['upcoming', 'mine', 'past'] as const satisfies readonly EventFilter[];
const noDays: ReadonlySet<string> = new Set();
/** Classes of everything except the calendar. On wide screens the calendar has a column of its own on the right. */
const leftClass = 'min-w-0 lg:col-start-1';

interface EventListProps {
  /** The chosen filter. Another filter remounts the list, so that the new list starts at its top. */
  filter: EventFilter;
  rows: readonly EventState[];
  now: number;
  /** Shown when the list is empty. */
  empty: ReactNode;
}

function EventList({ filter, rows, now, empty }: EventListProps) {
  const { busy, change } = useRegistration();
  const links = useJoinLinks();
  const onChange = (row: EventState, registered: boolean) => void change(row, registered);
  const onSave = (row: EventState) => void saveCalendar([row]);
  const itemOf = (event: EventState, index: number) => (
    <EventItem
      event={event}
      joinUrl={links.get(event.id)}
      now={itemTime(event, now)}
      index={index}
      busy={busy === event.id}
      onChange={onChange}
      onSave={onSave}
    />
  );
  return (
    <div className={leftClass}>
      {rows.length > 0 ? (
        <LongList key={filter} rows={rows} typical={EVENT_PX} rowClass="pb-4 last:pb-0">
          {itemOf}
        </LongList>
      ) : (
        empty
      )}
    </div>
  );
}

const skeleton = (
  <div role="status" aria-label={text.loading} className="grid gap-4">
    <Skeleton className="h-64 rounded-card!" />
    <Skeleton className="h-64 rounded-card!" />
  </div>
);

/** The three lists of the events that match the search. */
function useLists(events: readonly EventState[], query: string, now: number) {
  // Defer the search, so that rendering the list never delays a typed letter.
  const searched = useDeferredValue(query);
  const found = searchEvents(events, searched, activity.types);
  return {
    upcoming: eventsOf(found, 'upcoming', now),
    mine: eventsOf(found, 'mine', now),
    past: eventsOf(found, 'past', now),
  };
}

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
  // The URL of a search result names an event. Open the list that contains this event, and search the list for the event's title.
  if (named) {
    setOpened(named.id);
    setQuery(named.title);
    setFilter(filterNames.find((name) => eventsOf([named], name, now).length > 0) ?? 'upcoming');
  }
  const [place, setPlace] = useState<CalendarPlace>({ day: today, focus: false });
  usePreparedSearch(events);
  // Defer the list: the chosen filter is marked at once, and its list renders later in short tasks.
  const listed = useDeferredValue(filter);
  const lists = useLists(events, query, now);
  const rows = lists[listed];
  const mine = events.filter(({ is_registered }) => is_registered);
  const calendar = (
    <section
      aria-labelledby="events-calendar"
      className="min-w-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
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
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:grid-rows-[auto_1fr] lg:gap-x-5">
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
              label: `${text.filters[value]} ${lists[value].length || ''}`.trim(),
            }))}
            value={filter}
            onChange={(next) => {
              scrollToTop();
              setFilter(next);
            }}
          />
          {filter === 'mine' && mine.length > 0 && (
            <Button className="justify-self-start" onClick={() => void saveCalendar(mine)}>
              <CalendarPlus size={18} aria-hidden="true" />
              {text.calendarMine}
            </Button>
          )}
        </div>
        <EventList
          filter={listed}
          rows={rows}
          now={now}
          empty={
            events.length > 0 && query ? (
              <Notice title={text.noMatch} action={<Button onClick={() => setQuery('')}>{text.clear}</Button>}>
                {text.noMatchText}
              </Notice>
            ) : (
              <LiveStates
                live={mapLive(live, () => rows)}
                isEmpty={() => true}
                skeleton={skeleton}
                empty={text.none[listed]}
                failed={{ title: text.failed, text: text.failedText }}
                notHere={events.length > 0 ? text.none[listed] : { title: text.notHere, text: text.notHereText }}
              >
                {() => null}
              </LiveStates>
            )
          }
        />
        {calendar}
      </div>
    </>
  );
}
