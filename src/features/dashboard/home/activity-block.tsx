import { useState } from 'react';
import { mapLive } from '@/device/live/live';
import { useEvents, useRegisteredEvents } from '@/features/events/queries';
import { upcomingEvents } from '@/features/events/rules/upcoming-events';
import { type CalendarPlace, MonthCalendar } from '@/features/events/widgets/month-calendar';
import { useStreakDays } from '@/features/streak/queries/streak';
import { useToday } from '@/features/streak/queries/use-today';
import { HOME_COUNTS } from '@/shared/app-limits';
import { localDate } from '@/shared/local-date';
import { activity } from '@/shared/text/home-blocks';
import { Card } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Skeleton } from '@/ui/skeleton';
import { home } from '../text';
import { BlockHeading } from './block-heading';
import { EventCard } from './event-card';
import { wideClass } from './home-skeleton';
import { ListStates } from './list-states';

const noDays: ReadonlySet<string> = new Set();

const skeleton = (
  <div role="status" aria-label={activity.upcoming} className="grid grid-cols-1 gap-4">
    {Array.from({ length: HOME_COUNTS.events }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical and keep their order
      <Skeleton key={index} className="h-40 rounded-card!" />
    ))}
  </div>
);

/** Upcoming events, and the month with the learner's active days marked. */
export function ActivityBlock() {
  const today = useToday();
  const [place, setPlace] = useState<CalendarPlace>({ day: today, focus: false });
  const events = useEvents();
  const registered = useRegisteredEvents();
  const days = useStreakDays().data?.days ?? noDays;
  return (
    <section className={classNames(wideClass, 'grid gap-x-6 min-[75rem]:grid-cols-[minmax(0,1fr)_min(19rem,34%)]')}>
      <BlockHeading title={activity.title} />
      <div className="min-w-0 max-[75rem]:mb-4 min-[75rem]:col-start-2 min-[75rem]:row-span-2 min-[75rem]:flex min-[75rem]:flex-col">
        <BlockHeading level="h3" title={activity.upcoming} all={{ section: 'events', label: home.allEvents }} />
        <ListStates
          rows={mapLive(events, (all) => upcomingEvents(all, Date.now(), HOME_COUNTS.events))}
          skeleton={skeleton}
          none={
            <Card className="p-5">
              <p className="font-bold">{activity.none}</p>
              <p className="text-muted">{activity.noneText}</p>
            </Card>
          }
          offline={<Card className="p-5 text-muted">{activity.offline}</Card>}
        >
          {(rows) => (
            <div className="grid grow grid-cols-1 gap-4">
              {rows.map((event, index) => (
                <EventCard
                  key={event.id}
                  event={event}
                  index={index}
                  registered={registered.has(event.id)}
                  onShow={() =>
                    setPlace({ day: localDate(Math.max(Date.parse(event.start_date), Date.now())), focus: true })
                  }
                />
              ))}
            </div>
          )}
        </ListStates>
      </div>
      <div className="min-w-0 min-[75rem]:col-start-1 min-[75rem]:row-start-2">
        <MonthCalendar
          events={events.data ?? []}
          known={events.complete || Boolean(events.data?.length)}
          activeDays={days}
          today={today}
          place={place}
          onPlace={setPlace}
        />
      </div>
    </section>
  );
}
