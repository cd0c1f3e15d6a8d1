import { useJournalDocs } from '@/data/journal/use-journal';
import { localDate } from '@/domain/local-date';
import { currentStreak } from '@/domain/streak';

/** Days in a row, from the account's own set of days; undefined until the journal is open. */
export function useStreak(): number | undefined {
  const days = useJournalDocs('day');
  return (
    days &&
    currentStreak(
      days.map(({ id }) => id.slice('day/'.length)),
      localDate(Date.now()),
    )
  );
}
