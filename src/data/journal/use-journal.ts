import type { Live } from '@/data/live/live';
import { journalQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import type { Kind, StoredJournalDoc } from '@/domain/journal';

const docsOfKind = journalQuery('documents of the journal', (journal, kind: Kind) => journal.docs$(kind));

/** The live journal documents of one kind. */
export const useJournal = <K extends Kind>(kind: K): Live<StoredJournalDoc<K>[]> =>
  useLive(docsOfKind, kind) as Live<StoredJournalDoc<K>[]>; // The cast is safe because the query selects by kind.

/** The documents of `useJournal` without its status; undefined until the journal is open. */
export const useJournalDocs = <K extends Kind>(kind: K): StoredJournalDoc<K>[] | undefined => useJournal(kind).data;
