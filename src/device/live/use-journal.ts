import { ownDocs } from '@sync';
import type { Live } from '@/device/live/live';
import { localQuery, useLive, useLiveObservable } from '@/device/live/use-live';
import type { Kind, StoredJournalDoc } from '@/shared/journal';

const journalScope = localQuery('The journal scope could not be read:', ['journal'], () => null);

const useDocs = <K extends Kind>(kind: K) => useLiveObservable(kind, (account) => ownDocs(account, kind));

/** The learner's live documents of one kind, unsent ones included, of all of the account's devices once the result is complete. */
export function useJournal<K extends Kind>(kind: K): Live<StoredJournalDoc<K>[]> {
  const docs = useDocs(kind);
  const { complete } = useLive(journalScope);
  return docs.status === 'ready' ? { ...docs, complete } : docs;
}

/** The documents of `useJournal` without its status; undefined until read. */
export const useJournalDocs = <K extends Kind>(kind: K): StoredJournalDoc<K>[] | undefined => useDocs(kind).data;
