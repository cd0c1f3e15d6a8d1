import { openJournal } from '@sync';
import type { RejectedDoc } from '@sync/types';
import { useObservable } from 'dexie-react-hooks';
import { lateJournal } from '@/data/journal/late-journal';
import { useAccount } from '@/data/session/session-store';
import { useMirrorList, useMirrorQuery } from '@/data/session/use-mirror-query';
import type { StoredJournalDoc } from '@/domain/journal';

export type Rejected = RejectedDoc;

/** Documents the server has not confirmed yet; undefined until the journal is open. */
export function usePendingDocs(): StoredJournalDoc[] | undefined {
  const account = useAccount();
  return useObservable(
    () => lateJournal<StoredJournalDoc[]>(account && (() => openJournal(account)), (journal) => journal.pending$),
    [account],
  );
}

/** Documents the server refused, newest first. */
export const useRejectedDocs = (): Rejected[] | undefined =>
  useMirrorList(async (mirror) => (await mirror.rejected.toArray()).sort((a, b) => b.rejected_at - a.rejected_at));

/** The titles of lessons, tests, events and products that documents speak of. */
export const useTitles = (docs: readonly StoredJournalDoc[]): ReadonlyMap<string, string> => {
  const ids = docs.map(({ id }) => id).join(' ');
  const found = useMirrorQuery(
    async (mirror) => {
      const wanted = docs.flatMap(({ data }) =>
        Object.values(data).filter((value): value is string => typeof value === 'string'),
      );
      const tables = [mirror.videos, mirror.tests, mirror.events, mirror.news];
      const rows = (await Promise.all(tables.map((table) => table.bulkGet(wanted)))).flat();
      return new Map(rows.flatMap((row) => (row ? [[row.id, row.title] as const] : [])));
    },
    [ids],
  );
  return found ?? new Map();
};
