import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorList } from '@/data/session/use-mirror-query';
import type { EventRow } from '@/domain/rows';

const byStart = (a: EventRow, b: EventRow) => a.start_date.localeCompare(b.start_date) || (a.id < b.id ? -1 : 1);

/** Every event this device holds, by start; undefined until read. */
export const useEvents = (): EventRow[] | undefined =>
  useMirrorList(async (mirror) => (await mirror.events.toArray()).sort(byStart));

/** Events the learner has a place at, by id. */
export function useRegisteredEvents(): ReadonlySet<string> {
  const docs = useJournalDocs('registration');
  return new Set(docs?.filter(({ data }) => data.registered).map(({ data }) => data.event_id));
}
