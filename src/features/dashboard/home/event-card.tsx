import { CalendarDays, MapPin, Users } from 'lucide-react';
import { isFull } from '@/features/events/rules/upcoming-events';
import { withSofiaHour } from '@/features/events/widgets/event-time';
import { formatSpan } from '@/shared/format/format-day';
import type { EventRow } from '@/shared/rows';
import { activity } from '@/shared/text/home-blocks';
import { Badge } from '@/ui/badge';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';

const DAY_MS = 86_400_000;

interface EventCardProps {
  event: EventRow;
  index: number;
  registered: boolean;
  /** Selects the day of the event in the calendar. */
  onShow: () => void;
}

function seatsOf(event: EventRow): string {
  if (event.max_participants === null) return activity.seatsOpen;
  return isFull(event) ? activity.full : activity.seats(event.current_participants, event.max_participants);
}

/** Card of an upcoming event: title, time, place, audience and free seats. */
export function EventCard({ event, index, registered, onShow }: EventCardProps) {
  const [start, end] = [Date.parse(event.start_date), Date.parse(event.end_date)];
  // Show no duration for an event of several days, because the date range shows it.
  const span = formatSpan(start, end);
  const when =
    end - start > DAY_MS ? span : `${withSofiaHour(span, start)} · ${activity.minutes(event.duration_minutes)}`;
  const facts = [
    { Icon: CalendarDays, text: when },
    { Icon: MapPin, text: event.location },
    { Icon: Users, text: seatsOf(event) },
  ];
  return (
    <article
      className={classNames(
        cardClass,
        'rise wrap-anywhere relative p-4 hover:border-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2',
      )}
      style={{ '--i': index }}
    >
      <p className="flex flex-wrap gap-1.5">
        <Badge>{activity.types[event.type]}</Badge>
        <Badge tone={event.is_free ? 'ok' : 'accent'}>{event.is_free ? activity.free : activity.premium}</Badge>
        {registered && <Badge tone="info">{activity.registered}</Badge>}
        {start <= Date.now() && <Badge tone="warn">{activity.now}</Badge>}
      </p>
      <h4 className="mt-2 mb-1.5 font-extrabold text-base leading-snug tracking-tight">
        <button
          type="button"
          aria-label={activity.showDay(event.title)}
          onClick={onShow}
          className="text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none"
        >
          {event.title}
        </button>
      </h4>
      <ul className="num grid gap-0.5 text-muted text-sm">
        {facts.map(({ Icon, text }) => (
          <li key={text} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            <Icon size={16} aria-hidden="true" className="mt-0.5" />
            {text}
          </li>
        ))}
      </ul>
    </article>
  );
}
