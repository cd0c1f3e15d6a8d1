/**
 * Events in which a learner can still take part.
 * Guarantees: pure; keeps the given order; includes running events until their end, excludes cancelled ones.
 */
import type { EventRow } from '@/shared/rows';

export function upcomingEvents(events: readonly EventRow[], now: number, count: number): EventRow[] {
  const found: EventRow[] = [];
  for (const event of events) {
    if (found.length === count) break;
    if (event.status === 'active' && Date.parse(event.end_date) > now) found.push(event);
  }
  return found;
}

/** True if the event limits the number of participants and the limit is reached (specification 2 §5). */
export const isFull = ({
  max_participants,
  current_participants,
}: Pick<EventRow, 'max_participants' | 'current_participants'>): boolean =>
  max_participants !== null && current_participants >= max_participants;
