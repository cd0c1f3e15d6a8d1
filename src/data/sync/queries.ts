import type { RejectedDoc } from '@sync/protocol/types';
import { localQuery, useLatest, useLive, useLiveObservable } from '@/data/live/use-live';
import type { StoredJournalDoc } from '@/domain/journal';

/** Returns the log of the sync engine as text, which a learner can attach to a message to the team. */
export { readSyncLog } from '@sync';

export type Rejected = RejectedDoc;

/** Documents that the server has not confirmed; undefined until the journal is open. */
export const usePendingDocs = (): StoredJournalDoc[] | undefined =>
  useLiveObservable('pending', (journal) => journal.pending$).data;

const rejectedDocs = localQuery(
  'The rejected documents could not be read:',
  [],
  async ({ mirror }): Promise<Rejected[]> =>
    (await mirror.rejected.toArray()).sort((a, b) => b.rejected_at - a.rejected_at),
  { fallback: [] },
);

/** Documents that the server rejected, newest first; undefined until read, empty if the store cannot be read. */
export const useRejectedDocs = (): Rejected[] | undefined => useLive(rejectedDocs).data;

const titlesOf = localQuery(
  'The titles could not be read:',
  ['public', 'plan'],
  async ({ mirror }, idsAsJson: string) => {
    const ids = JSON.parse(idsAsJson) as string[]; // serialised by useTitles
    const tables = [mirror.videos, mirror.tests, mirror.events, mirror.news];
    const rows = (await Promise.all(tables.map((table) => table.bulkGet(ids)))).flat();
    return new Map(rows.flatMap((row) => (row ? [[row.id, row.title] as const] : [])));
  },
);

const noTitles: ReadonlyMap<string, string> = new Map();

/** Titles of the lessons, quizzes, events and news items to which the documents refer, by id. */
export function useTitles(docs: readonly StoredJournalDoc[]): ReadonlyMap<string, string> {
  const values = docs.flatMap(({ data }) => Object.values(data));
  const ids = JSON.stringify(values.filter((value): value is string => typeof value === 'string'));
  return useLatest(useLive(titlesOf, ids), '').data ?? noTitles;
}
