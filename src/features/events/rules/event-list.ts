/**
 * Computes what the events section shows: each event with the learner's registration, the three lists of events, and the search results.
 * Guarantees: pure; lists keep the order of their input, past events come latest first.
 */

import { toLatin } from '@/features/search/rules/search-text';
import { cleanText } from '@/shared/clean-text';
import type { EventRow } from '@/shared/rows';

/** An event merged with the learner's own registration. */
export interface EventState extends EventRow {
  is_registered: boolean;
  /** True until the server confirms the learner's registration or withdrawal. */
  is_pending: boolean;
}

export interface Registration {
  event_id: string;
  registered: boolean;
  pending: boolean;
}

interface RegistrationDoc {
  pending: boolean;
  data: { event_id: string; registered: boolean };
}

/** The learner's registrations. */
export const ownRegistrations = (docs: readonly RegistrationDoc[]): Registration[] =>
  docs.map(({ pending, data }) => ({ ...data, pending }));

/** The state of each event for which the learner is not registered, cached so that its search text and its rendered item can be reused. */
const unregistered = new WeakMap<EventRow, EventState>();

function withoutRegistration(event: EventRow): EventState {
  const known = unregistered.get(event);
  const state = known ?? {
    ...event,
    current_participants: Math.max(0, event.current_participants),
    is_registered: false,
    is_pending: false,
  };
  if (!known) unregistered.set(event, state);
  return state;
}

/**
 * Adds pending registrations to the server's count and subtracts pending withdrawals; the count is never negative.
 * `counted`: events whose count on the server includes the learner. Rule: withdrawing a registration that never reached the server changes no count.
 */
export function withRegistrations(
  events: readonly EventRow[],
  registrations: readonly Registration[],
  counted: ReadonlySet<string>,
): EventState[] {
  const byEvent = new Map(registrations.map((one) => [one.event_id, one]));
  return events.map((event) => {
    const own = byEvent.get(event.id);
    if (!own) return withoutRegistration(event);
    const change = own.pending ? Number(own.registered) - Number(counted.has(event.id)) : 0;
    return {
      ...event,
      current_participants: Math.max(0, event.current_participants + change),
      is_registered: own.registered,
      is_pending: own.pending,
    };
  });
}

/** Time before the start (ms) from which the join link is shown. */
const JOIN_EARLY_MS = 15 * 60_000;

/** Whether a registered learner may join: `early` until shortly before the start, then `open` until the end. */
export function joinState(event: EventState, now: number): 'early' | 'open' | null {
  const isOver = event.status !== 'active' || Date.parse(event.end_date) <= now;
  if (!event.is_registered || isOver) return null;
  return now < Date.parse(event.start_date) - JOIN_EARLY_MS ? 'early' : 'open';
}

export type EventFilter = 'upcoming' | 'mine' | 'past';

const isOver = (event: EventRow, now: number) => event.status === 'completed' || Date.parse(event.end_date) <= now;

const filters: Record<EventFilter, (event: EventState, now: number) => boolean> = {
  // A cancelled event stays visible to its participants, so that they notice the cancellation.
  upcoming: (event, now) => !isOver(event, now) && (event.status === 'active' || event.is_registered),
  mine: (event) => event.is_registered,
  past: (event, now) => isOver(event, now),
};

export function eventsOf(events: readonly EventState[], filter: EventFilter, now: number): EventState[] {
  const found = events.filter((event) => filters[filter](event, now));
  return filter === 'past' ? found.reverse() : found;
}

type TypeNames = Readonly<Record<EventRow['type'], string>>;

/** The searchable text of an event. Cached, because each key press searches all events. */
const searchable = new WeakMap<EventState, string>();

function searchText(event: EventState, typeNames: TypeNames): string {
  const known = searchable.get(event);
  const { title, description, location, type } = event;
  const text = known ?? toLatin([title, description ?? '', location, type, typeNames[type]].join(' '));
  if (known === undefined) searchable.set(event, text);
  return text;
}

/** Caches the search text of some events, so that the first key press does not transliterate thousands of them. */
export function prepareSearch(events: readonly EventState[], typeNames: TypeNames): void {
  for (const event of events) searchText(event, typeNames);
}

/** Events whose title, description, location or type contain every word of the query, in Cyrillic or Latin letters. */
export function searchEvents(events: readonly EventState[], query: string, typeNames: TypeNames): EventState[] {
  const words = toLatin(cleanText(query)).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...events];
  return events.filter((event) => {
    const text = searchText(event, typeNames);
    return words.every((word) => text.includes(word));
  });
}
