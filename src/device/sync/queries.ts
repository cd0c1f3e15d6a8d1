import { type OutboxDoc, outboxDocs } from '@sync';
import { localQuery, useLatest, useLive, useLiveObservable } from '@/device/live/use-live';
import type { JournalDoc, Kind } from '@/shared/journal';

/** Returns the log of the sync engine as text, which a learner can attach to a message to the team. */
export { readSyncLog } from '@sync';

/** A document that the server rejected, kept until the learner retries, exports or dismisses it. */
export interface Rejected {
  id: string;
  kind: Kind;
  code: string;
  message: string;
  rejected_at: number;
  doc: OutboxDoc;
}

const useHeldDocs = () => useLiveObservable('outbox', outboxDocs).data;

/** Documents that the server has not answered; undefined until read. */
export const usePendingDocs = (): OutboxDoc[] | undefined => useHeldDocs()?.filter(({ state }) => state === 'pending');

/** Documents that the server rejected, newest first; undefined until read. */
export const useRejectedDocs = (): Rejected[] | undefined =>
  useHeldDocs()
    ?.flatMap((doc) => {
      const { id, kind, state, code = '', message = '', rejected_at = 0 } = doc;
      return state === 'rejected' ? [{ id, kind, code, message, rejected_at, doc }] : [];
    })
    .sort((a, b) => b.rejected_at - a.rejected_at);

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
export function useTitles(docs: readonly JournalDoc[]): ReadonlyMap<string, string> {
  const values = docs.flatMap(({ data }) => Object.values(data));
  const ids = JSON.stringify(values.filter((value): value is string => typeof value === 'string'));
  return useLatest(useLive(titlesOf, ids), '').data ?? noTitles;
}
