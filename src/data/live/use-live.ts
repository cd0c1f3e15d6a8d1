import { useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '@/lib/idle';
import { currentIdentity, useAccount } from '../session/session-store';
import { type Live, LOADING } from './live';
import { type Arg, type LiveQuery, type LiveStore, liveStore } from './live-query';

const nobody: LiveStore<never> = { get: () => LOADING, subscribe: () => () => undefined };
const loading = () => LOADING;

/**
 * The live result of a query for the signed-in account.
 * Rule: after the arguments change, the result is `loading` until the new one arrives; an old result is never shown for new arguments.
 */
export function useLive<A extends readonly Arg[], T>(query: LiveQuery<A, T>, ...args: A): Live<T> {
  const account = useAccount();
  const store = account ? liveStore(query, account, args) : nobody;
  return useSyncExternalStore(store.subscribe, store.get, loading);
}

/** While new arguments load, keeps returning the last result of the same `group`, so that a growing list does not flash. */
export function useLatest<T>(live: Live<T>, group: string): Live<T> {
  const [latest, setLatest] = useState({ live, group });
  const waits = live.status === 'loading' && latest.group === group;
  if (!waits && (latest.live !== live || latest.group !== group)) setLatest({ live, group });
  return waits ? latest.live : live;
}

/** Starts a query for the next screen, so that its first render has data. Resolves after the first result or error. */
export function readAhead<A extends readonly Arg[], T>(query: LiveQuery<A, T>, ...args: A): Promise<void> {
  const account = currentIdentity()?.uid;
  if (!account) return Promise.resolve();
  const store = liveStore(query, account, args);
  return new Promise((resolve) => {
    const check = () => {
      if (store.get().status === 'loading') return;
      resolve();
      queueMicrotask(() => leave());
    };
    const leave = store.subscribe(check);
    check();
  });
}

/** When the browser is idle, starts the queries of the screens that the learner may open from the current screen. */
export function useReadAhead<T>(query: LiveQuery<[id: string], T>, ids: readonly string[]): void {
  const account = useAccount();
  const wanted = ids.join(' ');
  useEffect(() => {
    if (!account || !wanted) return;
    let leave: (() => void)[] | undefined = [];
    void whenIdle().then(() => {
      if (leave) leave = wanted.split(' ').map((id) => liveStore(query, account, [id]).subscribe(() => undefined));
    });
    return () => {
      for (const end of leave ?? []) end();
      leave = undefined;
    };
  }, [account, query, wanted]);
}
