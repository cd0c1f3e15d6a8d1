/**
 * The learner's documents as screens see them, live: the mirror's rows with the outbox laid over them. The first paint reads the copy of the outbox
 * in the mirror's database; the outbox itself joins after it.
 * Guarantees: nothing flickers when a document is confirmed. Its row is in the mirror before it leaves the outbox, and after it has left, the mirror
 * is read again before the next emission.
 * Rule: no static import of RxDB here, because the first paint loads this file.
 */
import { liveQuery } from 'dexie';
import { whenIdle } from '@/shared/idle';
import type { Kind, StoredJournalDoc } from '@/shared/journal';
import { currentAccount, openMirror } from '../mirror/mirror';
import type { OwnRow } from '../mirror/mirror-schema';
import type { OpenOutbox, OutboxDoc } from '../protocol/types';
import { followOutbox } from './opened';
import { shownDocs } from './shown';

export interface Source<T> {
  subscribe(next: (value: T) => void, fail?: (error: unknown) => void): { unsubscribe(): void };
}

const report = (error: unknown) => console.error('The outbox could not be read:', error);

let painted: Promise<void> | undefined;

/**
 * Calls `use` with each outbox that opens for the account, and opens it after the first paint. @returns a function that ends this and what `use`
 * returned
 */
function withOutbox(
  account: string,
  use: (outbox: OpenOutbox) => () => void,
  fail: (error: unknown) => void,
): () => void {
  const following = followOutbox(account, use);
  if (!following.isOpen()) {
    painted ??= whenIdle();
    painted
      // Rule: do not open the outbox after an unsubscribe or a sign-out, because the account may have been deleted from this device meanwhile.
      .then(async () => {
        const { openOutbox } = await import('./open-outbox');
        if (following.isOn() && currentAccount() === account) await openOutbox(account);
      })
      .catch((error: unknown) => {
        report(error);
        if (following.isOn()) fail(error);
      });
  }
  return following.end;
}

/** The documents of a kind as screens see them, and their changes. */
export const ownDocs = <K extends Kind>(account: string, kind: K): Source<StoredJournalDoc<K>[]> => ({
  subscribe(next, fail = report) {
    const mirror = openMirror(account);
    const table = mirror.table<OwnRow, string>(kind);
    let rows: OwnRow[] | undefined;
    /** The outbox's documents of the kind; undefined until the first reading of their copy. */
    let held: OutboxDoc[] | undefined;
    let reading: { unsubscribe(): void } | undefined;
    const emit = () => {
      if (rows && held) next(shownDocs<K>(rows, held));
    };
    const readBoth = () => Promise.all([table.toArray(), held ?? mirror.outbox.where('kind').equals(kind).toArray()]);
    // Rule: an error is a value here, because Dexie's live queries swallow that of a database that does not open.
    const answer = () =>
      readBoth().then(
        ([found, copied]) => ({ found, copied }),
        (error: unknown) => ({ error }),
      );
    const read = () => {
      reading?.unsubscribe();
      rows = undefined;
      reading = liveQuery(answer).subscribe((answered) => {
        if ('error' in answered) return fail(answered.error);
        rows = answered.found;
        held ??= answered.copied;
        emit();
      });
    };
    const end = withOutbox(
      account,
      (outbox) => {
        const take = ({ left }: { left: boolean }) => {
          const before = held;
          held = outbox.docs().filter((doc) => doc.kind === kind);
          if (left && before?.length !== held.length) read();
          else if (before?.length || held.length) emit();
        };
        take({ left: held !== undefined });
        return outbox.subscribe(take);
      },
      // A screen shows what the mirror has, also if the outbox is broken; a mirror without such documents may only be empty still.
      (error) => {
        if (!rows?.length) fail(error);
      },
    );
    read();
    return {
      unsubscribe() {
        end();
        reading?.unsubscribe();
      },
    };
  },
});

/** Every document of the outbox, in the order of sending, and its changes. */
export const outboxDocs = (account: string): Source<OutboxDoc[]> => ({
  subscribe(next, fail = report) {
    let isOpen = false;
    const copied = openMirror(account).outbox.orderBy('queued').toArray();
    copied.then((docs) => isOpen || next(docs), report);
    const end = withOutbox(
      account,
      (outbox) => {
        isOpen = true;
        next(outbox.docs());
        return outbox.subscribe(() => next(outbox.docs()));
      },
      fail,
    );
    return { unsubscribe: end };
  },
});
