import type { Journal } from '@sync';
import { whenIdle } from '@/lib/idle';

interface Subscription {
  unsubscribe: () => void;
}

interface Source<T> {
  subscribe: (next: (value: T) => void, failed: (error: unknown) => void) => Subscription;
}

let painted: Promise<void> | undefined;

/**
 * The journal as something to subscribe to before it is open. Its code and database are loaded after the first paint
 * (architecture §4a): a screen draws what the mirror says and folds the journal in when it comes.
 */
export function lateJournal<T>(open: (() => Promise<Journal>) | '' | undefined, pick: (journal: Journal) => Source<T>) {
  return {
    hasValue: () => false,
    subscribe(next: (value: T) => void): Subscription {
      let inner: Subscription | undefined;
      let ended = false;
      if (open) {
        painted ??= whenIdle();
        painted
          // Rule: who has left opens nothing: it could be the journal of an account that was removed meanwhile.
          .then(() => (ended ? undefined : open()))
          .then((journal) => {
            if (journal && !ended) inner = pick(journal).subscribe(next, (error) => console.error('The journal could not be read:', error));
          })
          .catch((error: unknown) => console.error('The journal did not open:', error));
      }
      return {
        unsubscribe() {
          ended = true;
          inner?.unsubscribe();
        },
      };
    },
  };
}
