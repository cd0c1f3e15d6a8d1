/**
 * Defines live queries. Screens that use the same query with the same arguments share one running instance.
 * Guarantees: a result belongs to its account and its arguments; a result with `complete` includes every pulled row.
 * Rule: every key contains the account, and no result outlives its session.
 */
import { type Journal, liveQuery, type MirrorDb, openJournal, openMirror } from '@sync';
import { useSession } from '../session/session-store';
import { caughtUpScopes, forgetCaughtUpScopes, type ScopeName } from './caught-up-scopes';
import { journalSource } from './journal-source';
import { type Live, LOADING } from './live';

export type Arg = string | number | boolean;

interface Subscription {
  unsubscribe: () => void;
}

/** Emits values until unsubscribed. */
export interface Source<T> {
  subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => Subscription;
}

/** A value, or the error of the read. */
type Answer<T> = { value: T } | { error: unknown };

export interface LiveQuery<A extends readonly Arg[], T> {
  name: string;
  scopes: (args: A) => readonly ScopeName[];
  open: (account: string, args: A) => Source<Answer<T>>;
  /** Data to show when this device cannot read its store. */
  fallback: T | undefined;
}

export interface LocalStores {
  account: string;
  mirror: MirrorDb;
}

interface Options<T> {
  fallback?: T;
  /** Console message for a failed read. */
  failure?: string;
}

/**
 * Defines a query on this device's store; it runs again when a row that it read changes. `scopes`: the sync scopes whose rows it reads (a
 * function if the scopes depend on the first argument). The result is complete once all these scopes have caught up; without scopes, always.
 * Rule: a failed read is a result, not an exception, so that a broken disk does not crash the screen.
 */
export function localQuery<A extends readonly Arg[], T>(
  name: string,
  scopes: readonly ScopeName[] | ((id: string) => readonly ScopeName[]),
  read: (stores: LocalStores, ...args: A) => T | Promise<T>,
  { fallback, failure = `The query "${name}" could not be read:` }: Options<T> = {},
): LiveQuery<A, T> {
  const answer = async (account: string, args: A): Promise<Answer<T>> => {
    try {
      return { value: await read({ account, mirror: openMirror(account) }, ...args) };
    } catch (error) {
      console.error(failure, error);
      return { error };
    }
  };
  return {
    name,
    scopes: typeof scopes === 'function' ? (args) => scopes(String(args[0])) : () => scopes,
    open: (account, args) => liveQuery(() => answer(account, args)),
    fallback,
  };
}

/** Defines a query on the journal. It is `loading` until the journal opens, after the first paint. */
export const journalQuery = <A extends readonly Arg[], T>(
  name: string,
  pick: (journal: Journal, ...args: A) => { subscribe: Source<T>['subscribe'] },
): LiveQuery<A, T> => ({
  name,
  scopes: () => ['journal'],
  open: (account, args) => ({
    subscribe: (next, fail) =>
      journalSource(
        () => openJournal(account),
        (journal) => pick(journal, ...args),
      ).subscribe((value) => next({ value }), fail),
  }),
  fallback: undefined,
});

/** Time (ms) that a query keeps running without subscribers, in case the screen mounts again. */
const LINGER_MS = 10_000;

export interface LiveStore<T> {
  get: () => Live<T>;
  subscribe: (listener: () => void) => () => void;
}

const running = new Map<object, Map<string, LiveStore<unknown> & { end: () => void }>>();

useSession.subscribe((now, before) => {
  if (now.identity?.uid === before.identity?.uid) return;
  for (const stores of [...running.values()]) for (const { end } of [...stores.values()]) end();
  forgetCaughtUpScopes();
});

function share<A extends readonly Arg[], T>(
  query: LiveQuery<A, T>,
  account: string,
  args: A,
  onEnd: () => void,
  onBegin: () => void,
) {
  const listeners = new Set<() => void>();
  const scopes = query.scopes(args);
  let snapshot: Live<T> = LOADING;
  let answer: Answer<T> | undefined;
  let source: Subscription | undefined;
  let stopWatching: (() => void) | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  /** True if every scope had caught up before the current read started; undefined until the scopes are read. */
  let complete: boolean | undefined;

  const isComplete = (): boolean | undefined => {
    if (scopes.length === 0) return true;
    const names = caughtUpScopes(account).get();
    return names && scopes.every((name) => names.has(name));
  };

  function publish() {
    if (!answer || complete === undefined) return;
    snapshot =
      'error' in answer
        ? { status: 'error', data: query.fallback, complete: false, error: answer.error }
        : { status: 'ready', data: answer.value, complete };
    for (const listener of [...listeners]) listener();
  }
  function read() {
    source?.unsubscribe();
    const next = (value: Answer<T>) => {
      answer = value;
      publish();
    };
    source = query.open(account, args).subscribe(next, (error) => next({ error }));
  }
  /** Rule: when the scopes catch up, read again before reporting `complete`, so that the result includes the last page of rows. */
  function onScopes() {
    const now = isComplete();
    if (now === complete) return;
    const first = complete === undefined;
    complete = now;
    // No second read is needed: the scopes were read before the rows, so the rows are complete too.
    if (first) publish();
    else read();
  }
  function begin() {
    onBegin();
    complete = isComplete();
    if (scopes.length > 0) stopWatching = caughtUpScopes(account).subscribe(onScopes);
    read();
  }
  function end() {
    clearTimeout(leaving);
    source?.unsubscribe();
    stopWatching?.();
    source = undefined;
    answer = undefined;
    snapshot = LOADING;
    onEnd();
  }

  return {
    get: () => snapshot,
    subscribe(listener: () => void) {
      clearTimeout(leaving);
      listeners.add(listener);
      if (!source) begin();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) leaving = setTimeout(end, LINGER_MS);
      };
    },
    end,
  };
}

/** The shared instance of a query. It starts with the first subscriber and stops LINGER_MS after the last one unsubscribes. */
export function liveStore<A extends readonly Arg[], T>(query: LiveQuery<A, T>, account: string, args: A): LiveStore<T> {
  const key = JSON.stringify([account, ...args]);
  const stores = running.get(query) ?? new Map<string, LiveStore<T> & { end: () => void }>();
  running.set(query, stores);
  const known = stores.get(key);
  if (known) return known as LiveStore<T>; // The cast is safe because `stores` holds only instances of this query.
  const store = share(
    query,
    account,
    args,
    () => stores.get(key) === store && stores.delete(key),
    () => stores.set(key, store),
  );
  stores.set(key, store);
  return store;
}
