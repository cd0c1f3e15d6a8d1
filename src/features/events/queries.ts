import { pulledData } from '@sync';
import { type Live, mapLive } from '@/device/live/live';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import type { EventRow } from '@/shared/rows';
import { compareText } from '@/shared/text-order';
import { type EventState, ownRegistrations, withRegistrations } from './rules/event-list';

const byStart = (a: EventRow, b: EventRow) => compareText(a.start_date, b.start_date) || compareText(a.id, b.id);

const allEvents = localQuery(
  'The events could not be read:',
  ['public'],
  async ({ mirror }): Promise<EventRow[]> => (await mirror.events.toArray()).sort(byStart),
  { fallback: [], remember: true },
);

/** Every event on this device, by start time; an empty list if the store cannot be read. */
export const useEvents = (): Live<EventRow[]> => useLive(allEvents);

const joinLinks = localQuery(
  'The join links could not be read:',
  ['account'],
  ({ mirror }) => mirror.event_links.toArray(),
  {
    fallback: [],
  },
);

/** Join links of the events for which the learner is registered, by event id. */
export const useJoinLinks = (): ReadonlyMap<string, string> =>
  new Map((useLive(joinLinks).data ?? []).map(({ id, join_url }) => [id, join_url]));

/** Ids of the events for which the learner is registered, unsent registrations included. */
export function useRegisteredEvents(): ReadonlySet<string> {
  const own = ownRegistrations(useJournalDocs('registration') ?? []);
  return new Set(own.filter(({ registered }) => registered).map(({ event_id }) => event_id));
}

/** Ids of the events for which the learner is registered according to the server's last report. */
const countedEvents = localQuery(
  'The counted registrations could not be read:',
  ['journal'],
  async ({ mirror }): Promise<ReadonlySet<string>> => {
    const data = (await mirror.registration.toArray()).map(pulledData);
    return new Set(data.flatMap((one) => (one?.registered ? [one.event_id] : [])));
  },
  { fallback: new Set<string>(), remember: true },
);
const none: ReadonlySet<string> = new Set();

/** Every event on this device with the learner's own registration, by start time. */
export function useEventStates(): Live<EventState[]> {
  // Call all hooks before the computation: the React compiler caches only values that are computed after the last hook.
  const docs = useJournalDocs('registration');
  const counted = useLive(countedEvents).data ?? none;
  const live = useEvents();
  const registrations = ownRegistrations(docs ?? []);
  return mapLive(live, (events) => withRegistrations(events, registrations, counted));
}
