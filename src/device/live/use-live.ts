/**
 * Live data of the signed-in account: queries on this device's stores, and sources of the learner's own documents.
 * Guarantees: a result belongs to its account and its arguments; one with `complete` includes every pulled row; a failed read is a result.
 */
import { type MirrorDb, openMirror, type Source } from '@sync';
import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { useState } from 'react';
import { type Plan, planOf } from '@/shared/entitlements';
import { currentIdentity, useAccount, useSession } from '../session/session-store';
import { type Live, LOADING } from './live';

/** `plan` means every plan scope that the account's subscription includes; `video` is the scope of the video that the first argument names. */
type ScopeName = 'public' | 'plan' | 'account' | 'journal' | 'video';
type Args = readonly (string | number | boolean)[];
export type LocalStores = { account: string; mirror: MirrorDb };

interface LiveQuery<A extends Args, T> {
  id: number;
  failure: string;
  scopes: readonly ScopeName[];
  read: (stores: LocalStores, ...args: A) => T | Promise<T>;
  /** Data to show when this device cannot read its store. */
  fallback?: T;
  /**
   * True if a screen that opens again renders the last result of this session until the store answers, so that it shows no placeholder.
   * Rule: not for data that a screen copies into its own state or acts on, because the last result may be older than the store.
   */
  remember?: boolean;
}

let queries = 0;

/**
 * Defines a query; it runs again when a row that it read changes. `failure`: console message for a failed read. `scopes`: the sync scopes whose
 * rows it reads. The result is complete once all these scopes have caught up; without scopes, always.
 */
export const localQuery = <A extends Args, T>(
  failure: string,
  scopes: readonly ScopeName[],
  read: LiveQuery<A, T>['read'],
  options: Pick<LiveQuery<A, T>, 'fallback' | 'remember'> = {},
): LiveQuery<A, T> => ({ id: ++queries, failure, scopes, read, ...options });

const lacks: Record<Plan, string[]> = { free: ['plan:basic', 'plan:premium'], pro: ['plan:premium'], premium: [] };

/** True if this device has pulled these scopes to their heads at least once. */
async function isComplete({ mirror, account }: LocalStores, names: readonly ScopeName[], video: unknown) {
  if (names.length === 0) return true;
  const ids = { public: '', account: `:${account}`, journal: `:${account}`, video: `:${video}` };
  // The subscription row arrives in the account scope, so the plan is unknown until that scope is complete.
  const wanted = names.flatMap((name) => (name === 'plan' ? [`account:${account}`, ...lacks.free] : name + ids[name]));
  const [rows, paid] = await Promise.all([mirror.scopes.bulkGet(wanted), mirror.subscriptions.get(account)]);
  return wanted.every((scope, at) => rows[at]?.whole || lacks[planOf(paid)].includes(scope));
}

async function answer<A extends Args, T>(query: LiveQuery<A, T>, account: string, args: A): Promise<Live<T>> {
  // Rule: open no store of an account that has signed out, because its data may have been deleted from this device meanwhile.
  if (currentIdentity()?.uid !== account) return LOADING;
  try {
    const stores = { account, mirror: openMirror(account) };
    // Rule: request the scopes before the rows, so that a complete result includes the last page of rows.
    const reading = [isComplete(stores, query.scopes, args[0]), query.read(stores, ...args)] as const;
    const [complete, data] = await Promise.all(reading);
    return { status: 'ready', data, complete };
  } catch (error) {
    console.error(query.failure, error);
    return { status: 'error', data: query.fallback, complete: false, error };
  }
}

const remembered = new Map<string, Live<unknown>>();
const MAX_REMEMBERED = 200; // because a long session may open hundreds of lessons
useSession.subscribe((now, before) => now.identity?.uid !== before.identity?.uid && remembered.clear());

/** The live result of a query. It has a key, because the library returns the previous result until the one for new arguments arrives. */
export function useLive<A extends Args, T>(query: LiveQuery<A, T>, ...args: A): Live<T> {
  const account = useAccount() ?? '';
  const key = JSON.stringify([query.id, account, ...args]);
  const result = useLiveQuery(async () => {
    const live = await answer(query, account, args);
    if (remembered.size > MAX_REMEMBERED) remembered.clear();
    if (query.remember && live.status === 'ready') remembered.set(key, live);
    return { key, live };
  }, [key]);
  // The cast is safe because the key contains the id of the query.
  return result?.key === key ? result.live : ((remembered.get(key) as Live<T> | undefined) ?? LOADING);
}

/** The live value of a source of the learner's own documents. `name` identifies what `pick` returns. */
export function useLiveObservable<T>(name: string, pick: (account: string) => Source<T>): Live<T> {
  const account = useAccount() ?? '';
  const key = `${account} ${name}`;
  const subscribe = (next: (result: { key: string; live: Live<T> }) => void) => {
    // Rule: open no store of an account that has signed out, because its data may have been deleted from this device meanwhile.
    if (currentIdentity()?.uid !== account) return { unsubscribe: () => undefined };
    return pick(account).subscribe(
      (data) => next({ key, live: { status: 'ready', data, complete: true } }),
      (error) => next({ key, live: { status: 'error', data: undefined, complete: false, error } }),
    );
  };
  // Without a value, `useObservable` does not subscribe while it renders.
  const result = useObservable(() => ({ hasValue: () => false, subscribe }), [key]);
  return result?.key === key ? result.live : LOADING;
}

/** While new arguments load, keeps returning the last result of the same `group`, so that a growing list does not flash. */
export function useLatest<T>(live: Live<T>, group: string): Live<T> {
  const [latest, setLatest] = useState({ live, group });
  const waits = live.status === 'loading' && latest.group === group;
  if (!waits && (latest.live !== live || latest.group !== group)) setLatest({ live, group });
  return waits ? latest.live : live;
}
