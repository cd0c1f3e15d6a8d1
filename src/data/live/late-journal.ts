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
 * The journal as something to subscribe to before it is open. Its code and its database load after the first paint
 * (architecture §4): a screen shows the mirror first and folds the journal in later.
 */
export const lateJournal = <T>(open: () => Promise<Journal>, pick: (journal: Journal) => Source<T>): Source<T> => ({
  subscribe(next, fail) {
    let inner: Subscription | undefined;
    let ended = false;
    const report = (words: string) => (error: unknown) => {
      console.error(words, error);
      fail(error);
    };
    painted ??= whenIdle();
    painted
      // Rule: after unsubscribing nothing opens: it could be the journal of an account that was removed in the meantime.
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
