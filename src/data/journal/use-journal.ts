import { openJournal } from '@sync';
import { useObservable } from 'dexie-react-hooks';
import { useAccount } from '@/data/session/session-store';
import type { Kind, StoredJournalDoc } from '@/domain/journal';
import { lateJournal } from './late-journal';

/** The account's documents of a kind, live; undefined until the journal is open. */
export function useJournalDocs<K extends Kind>(kind: K): StoredJournalDoc<K>[] | undefined {
  const account = useAccount();
  return useObservable(
    () => lateJournal<StoredJournalDoc<K>[]>(account && (() => openJournal(account)), (journal) => journal.docs$(kind)),
    [account, kind],
  );
}
