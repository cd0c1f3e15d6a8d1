import { CalendarPlus, CalendarX, Check, Clock, Users, Video } from 'lucide-react';
import { memo } from 'react';
import { formatDay, formatSpan } from '@/shared/format/format-day';
import { localDate } from '@/shared/local-date';
import { activity } from '@/shared/text/home-blocks';
import { Badge } from '@/ui/badge';
import { Button, buttonClass, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Cover } from '@/ui/cover';
import { seededIndex } from '@/ui/drawing/seeded-random';
import { hueOf } from '@/ui/drawing/slice';
import { type EventState, joinState } from './rules/event-list';
import { isFull } from './rules/upcoming-events';
import { Seats } from './seats';
import { eventsText as text } from './text/events';
import { startHour } from './widgets/event-time';

const DAY_MS = 86_400_000;
const SOON_MS = 12 * 3_600_000;
const MINUTE_MS = 60_000;

interface EventItemProps {
  event: EventState;
  /** URL of the online room; undefined for learners who are not registered. */
  joinUrl: string | undefined;
  now: number;
  index: number;
  busy: boolean;
  onChange: (event: EventState, registered: boolean) => void;
  onSave: (event: EventState) => void;
}

/** Covers of one type have near colours; the event decides which of them. */
const eventHue = ({ type, id }: EventState) => hueOf(type) + 16 * (seededIndex(id, 5) - 2);

/** Date, time and duration of an event, or the date range if it lasts several days. */
function When({ start, end, minutes }: { start: number; end: number; minutes: number }) {
  if (end - start > DAY_MS) return formatSpan(start, end);
  return (
    <>
      {formatDay(localDate(start), 'spoken')}, {startHour(start)}{' '}
      <span className="whitespace-nowrap">· {activity.minutes(minutes)}</span>
    </>
  );
}

function Badges({ event, isOver }: { event: EventState; isOver: boolean }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      {event.is_registered && (
        <Badge tone="ok">
          <Check size={14} aria-hidden="true" className="mr-1 inline" />
          {activity.registered}
        </Badge>
      )}
      <Badge>{activity.types[event.type]}</Badge>
      <Badge tone={event.is_free ? 'ok' : 'accent'}>{event.is_free ? activity.free : activity.premium}</Badge>
      {event.status === 'cancelled' && <Badge tone="warn">{text.cancelled}</Badge>}
      {isOver && event.status !== 'cancelled' && <Badge>{text.over}</Badge>}
    </p>
  );
}

/** Shows the time until the start if the event starts soon, or says that the event is running. */
function Nearness({ start, end, now }: { start: number; end: number; now: number }) {
  if (now >= start && now < end) return <p className="font-bold text-sm">{activity.now}</p>;
  if (start <= now || start - now > SOON_MS) return null;
  return <p className="num font-bold text-sm">{text.startsIn(Math.max(1, Math.round((start - now) / MINUTE_MS)))}</p>;
}

/** The link to the online room, shown from shortly before the start. */
function JoinLink({ event, url, now }: { event: EventState; url: string; now: number }) {
  const state = joinState(event, now);
  if (state === null) return null;
  if (state === 'early') return <p className="text-muted text-sm">{text.joinLater}</p>;
  return (
    <div className="grid justify-items-start gap-1">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={text.joinOf(event.title)}
        className={buttonClass('primary')}
      >
        <Video size={18} aria-hidden="true" />
        {text.join}
      </a>
      <p className="text-muted text-xs">{text.joinKept}</p>
    </div>
  );
}

/** An event with all its actions. */
function EventItemPlain({ event, joinUrl, now, index, busy, onChange, onSave }: EventItemProps) {
  const [start, end] = [Date.parse(event.start_date), Date.parse(event.end_date)];
  const isOver = end <= now || event.status === 'completed';
  const isOpen = !isOver && event.status === 'active';
  return (
    <article className={`${cardClass} rise overflow-hidden`} style={{ '--i': Math.min(index, 8) }}>
      <Cover seed={event.id} src={event.image_url} hue={eventHue(event)} className="aspect-6/1! w-full" />
      <div className="wrap-anywhere grid gap-2 p-4 md:p-5">
        <Badges event={event} isOver={isOver} />
        <h2 className="text-lg">{event.title}</h2>
        <p className="num text-muted text-sm">
          <When start={start} end={end} minutes={event.duration_minutes} />
          <br />
          {event.location}
        </p>
        {event.status === 'active' && <Nearness start={start} end={end} now={now} />}
        {event.description && <p className="text-sm">{event.description}</p>}
        {joinUrl && <JoinLink event={event} url={joinUrl} now={now} />}
        {isOpen && <Seats event={event} />}
        {event.is_pending && (
          <p className="inline-flex items-center gap-1.5 font-semibold text-sm text-warn">
            <Clock size={16} aria-hidden="true" />
            {text.waiting}
          </p>
        )}
        {!event.is_registered && isOpen && isFull(event) && (
          <p className="num inline-flex items-center gap-1.5 font-semibold text-sm text-warn">
            <Users size={16} aria-hidden="true" />
            {text.full(event.current_participants, event.max_participants ?? 0)}
          </p>
        )}
        {isOpen && (
          <div className="mt-1 flex gap-2">
            <Button
              className="grow"
              busy={busy}
              aria-label={`${event.is_registered ? text.unregister : text.register}: ${event.title}`}
              onClick={() => onChange(event, !event.is_registered)}
            >
              {event.is_registered ? text.unregister : text.register}
            </Button>
            <IconButton
              label={text.calendarFileOf(event.title)}
              onClick={() => onSave(event)}
              className="border border-line"
            >
              <CalendarPlus size={20} aria-hidden="true" />
            </IconButton>
          </div>
        )}
        {/* Importing the calendar file of a cancelled event removes the event from the learner's calendar. */}
        {!isOver && event.status === 'cancelled' && event.is_registered && (
          <Button
            className="justify-self-start"
            aria-label={`${text.calendarCancel}: ${event.title}`}
            onClick={() => onSave(event)}
          >
            <CalendarX size={18} aria-hidden="true" />
            {text.calendarCancel}
          </Button>
        )}
      </div>
    </article>
  );
}

const isSameEvent = (a: EventState, b: EventState) =>
  (Object.keys(a) as (keyof EventState)[]).every((key) => a[key] === b[key]);

/** Rule: render an event again only when its props change, because the list renders every minute and for each typed letter. */
export const EventItem = memo(
  EventItemPlain,
  ({ event: before, ...a }, { event: after, ...b }) =>
    isSameEvent(before, after) && (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]),
);

/** The `now` prop of an item. It is constant while the event is over or far away, because such an item looks the same every minute. */
export function itemTime({ start_date, end_date }: EventState, now: number): number {
  const [start, end] = [Date.parse(start_date), Date.parse(end_date)];
  if (end <= now) return end;
  return start - now > SOON_MS ? start - SOON_MS - 1 : now;
}
