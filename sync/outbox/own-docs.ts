/**
 * The learner's documents as screens see them, live: the mirror's rows with the outbox laid over them. The mirror is enough for the first paint;
 * the outbox joins after it, and only an outbox that is not empty is waited for.
 * Guarantees: nothing flickers when a document is confirmed. Its row is in the mirror before it leaves the outbox, and after it has left, the mirror
 * is read again before the next emission.
 * Rule: no static import of RxDB here, because the first paint loads this file.
 */
import { liveQuery } from 'dexie';
import { STORAGE_KEYS } from '@/config/persisted-names';
import type { Kind, StoredJournalDoc } from '@/domain/journal';
import { whenIdle } from '@/lib/idle';
import { readStored } from '@/lib/local-storage';
import { currentAccount, openMirror } from '../mirror/mirror';
import type { OwnRow } from '../mirror/mirror-schema';
import type { OpenOutbox, OutboxDoc } from '../protocol/types';
import { followOutbox } from './opened';
import { shownDocs } from './shown';

export interface Source<T> {
  subscribe(next: (value: T) => void, fail?: (error: unknown) => void): { unsubscribe(): void };
}

const report = (error: unknown) => console.error('The outbox could not be read:', error);

/**
 * True if the outbox of the account was not empty when this device last changed it. A killed browser may lose the last change of this marker, which
 * localStorage writes late: a document then appears a moment after the mirror's. So attempts, which a learner continues, always wait for the outbox.
 */
const mayHold = (account: string) => readStored(`${STORAGE_KEYS.outbox}:${account}`) !== null;

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
        if (following.isOn() && currentAccount() === account) await (await import('./open-outbox')).openOutbox(account);
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
    const table = openMirror(account).table<OwnRow, string>(kind);
    let rows: OwnRow[] | undefined;
    let held: OutboxDoc[] | undefined = kind === 'attempt' || mayHold(account) ? undefined : [];
    let reading: { unsubscribe(): void } | undefined;
    const emit = () => {
      if (rows && held) next(shownDocs<K>(rows, held));
    };
    // Rule: an error is a value here, because Dexie's live queries swallow that of a database that does not open.
    const answer = () =>
      table.toArray().then(
        (found) => ({ found }),
        (error: unknown) => ({ error }),
      );
    const read = () => {
      reading?.unsubscribe();
      rows = undefined;
      reading = liveQuery(answer).subscribe((answered) => {
        if ('error' in answered) return fail(answered.error);
        rows = answered.found;
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
        const isFirst = held === undefined;
        held = outbox.docs().filter((doc) => doc.kind === kind);
        if (isFirst || held.length > 0) emit();
        return outbox.subscribe(take);
      },
      // A screen shows what the mirror has, also if the outbox is broken; a mirror without such documents may only be empty still.
      (error) => {
        if (held === undefined || !rows?.length) fail(error);
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
    openMirror(account);
    if (!mayHold(account)) next([]);
    const end = withOutbox(
      account,
      (outbox) => {
        next(outbox.docs());
        return outbox.subscribe(() => next(outbox.docs()));
      },
      fail,
    );
    return { unsubscribe: end };
  },
});
