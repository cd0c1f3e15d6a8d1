import type { Journal } from '@sync';
import { whenIdle } from '@/lib/idle';

interface Subscription {
  unsubscribe: () => void;
}

interface Source<T> {
  subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => Subscription;
}

let painted: Promise<void> | undefined;

/**
 * Wraps the journal as a source that accepts subscribers before the journal is open. The journal's code and database load after the first
 * paint (architecture §4): a screen shows the mirror first and merges the journal in later.
 */
export const journalSource = <T>(open: () => Promise<Journal>, pick: (journal: Journal) => Source<T>): Source<T> => ({
  subscribe(next, fail) {
    let inner: Subscription | undefined;
    let ended = false;
    const report = (words: string) => (error: unknown) => {
      console.error(words, error);
      fail(error);
    };
    painted ??= whenIdle();
    painted
      // Rule: do not open the journal after an unsubscribe, because the account may have been deleted from this device meanwhile.
      .then(() => (ended ? undefined : open()))
      .then((journal) => {
        if (journal && !ended) inner = pick(journal).subscribe(next, report('The journal could not be read:'));
      })
      .catch(report('The journal did not open:'));
    return {
      unsubscribe() {
        ended = true;
        inner?.unsubscribe();
      },
    };
  },
});
