import type { Journal } from '@sync';
import { whenIdle } from '@/lib/idle';

interface Subscription {
  unsubscribe: () => void;
}

interface Source<T> {
  subscribe: (next: (value: T) => void, failed: (error: unknown) => void) => Subscription;
}

let painted: Promise<void> | undefined;

let broken = false;
const waiting = new Set<() => void>();

/** Whether this device could not open or read its journal since the page was opened: what stands in it is not on its way. */
export const journalTrouble = {
  get: () => broken,
  subscribe(listener: () => void) {
    waiting.add(listener);
    return () => void waiting.delete(listener);
  },
};

function fail(words: string, error: unknown) {
  console.error(words, error);
  broken = true;
  for (const listener of waiting) listener();
}

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
            if (journal && !ended)
              inner = pick(journal).subscribe(next, (error) => fail('The journal could not be read:', error));
          })
          .catch((error: unknown) => fail('The journal did not open:', error));
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
