import type { Journal } from '@sync';
import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { useState } from 'react';
import { currentIdentity, useAccount } from '../session/session-store';
import { type Live, LOADING } from './live';
import { type Arg, journalObservable, type Keyed, type LiveQuery, lastResult, type Observed } from './live-query';

/**
 * The live result of a query for the signed-in account.
 * Rule: after the arguments change, the result is `loading` until the new one arrives; an old result is never shown for new arguments.
 */
export function useLive<A extends readonly Arg[], T>(query: LiveQuery<A, T>, ...args: A): Live<T> {
  const account = useAccount();
  const key = account ? query.keyOf(account, args) : '';
  const result = useLiveQuery(async () => (account ? query.read(account, args) : undefined), [key]);
  return result?.key === key ? result.live : lastResult<T>(key);
}

const nobody = { hasValue: () => false, subscribe: () => () => undefined };

/** The live value of an observable of the journal; `loading` until the journal is open. `name` identifies what `pick` returns. */
export function useLiveObservable<T>(name: string, pick: (journal: Journal) => Observed<T>): Live<T> {
  const account = useAccount();
  const key = `${account} ${name}`;
  const result: Keyed<T> | undefined = useObservable<Keyed<T>>(
    () => (account ? journalObservable(account, key, pick) : nobody),
    [key],
  );
  return result?.key === key ? result.live : LOADING;
}

/** While new arguments load, keeps returning the last result of the same `group`, so that a growing list does not flash. */
export function useLatest<T>(live: Live<T>, group: string): Live<T> {
  const [latest, setLatest] = useState({ live, group });
  const waits = live.status === 'loading' && latest.group === group;
  if (!waits && (latest.live !== live || latest.group !== group)) setLatest({ live, group });
  return waits ? latest.live : live;
}

/** Reads a query into memory for the screen that opens next, so that its first render has data. */
export async function readAhead<A extends readonly Arg[], T>(query: LiveQuery<A, T>, ...args: A): Promise<void> {
  const account = currentIdentity()?.uid;
  if (account) await query.read(account, args);
}
