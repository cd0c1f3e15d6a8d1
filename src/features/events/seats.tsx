import { activity } from '@/shared/text/home-blocks';
import type { EventState } from './rules/event-list';
import { isFull } from './rules/upcoming-events';
import { eventsText } from './text/events';

/** Largest number of seats drawn as lines; an event with more seats shows only the text. */
const DRAWN_SEATS = 24;

/** The seats of an event: one line per seat, filled if the seat is taken, and the numbers as text. */
export function Seats({
  event: { current_participants: taken, max_participants: most, ...event },
}: {
  event: EventState;
}) {
  if (most === null) return <p className="text-muted text-sm">{activity.seatsOpen}</p>;
  const lines = most <= DRAWN_SEATS ? Array.from({ length: most }, (_, seat) => `seat-${seat + 1}`) : [];
  const full = isFull({ current_participants: taken, max_participants: most });
  return (
    <div className="grid gap-1.5">
      {lines.length > 0 && (
        <div aria-hidden="true" className="flex gap-1">
          {lines.map((seat, index) => (
            <span
              key={seat}
              className={`h-1.5 min-w-1 grow rounded-full ${index < taken ? 'bg-control' : 'border border-control'}`}
            />
          ))}
        </div>
      )}
      {(!full || event.is_registered) && (
        <p className="num text-muted text-sm">{full ? eventsText.full(taken, most) : activity.seats(taken, most)}</p>
      )}
    </div>
  );
}
