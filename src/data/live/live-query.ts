/**
 * What a live query is, and the one running copy of each: screens that ask the same question share one reading.
 * Guarantees: an answer belongs to its account and its arguments; `complete` never comes with data that is older than it.
 * Rule: the account is part of every question, and no answer outlives the session that asked.
 */
import { type Journal, liveQuery, type MirrorDb, openJournal, openMirror } from '@sync';
import { useSession } from '../session/session-store';
import { caughtUpScopes, forgetCaughtUpScopes, type ScopeName } from './caught-up-scopes';
import { lateJournal } from './late-journal';
import { type Live, LOADING } from './live';

export type Arg = string | number | boolean;

interface Subscription {
  unsubscribe: () => void;
}

/** Something that reports values until it is unsubscribed. */
export interface Source<T> {
  subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => Subscription;
}

/** A value, or why this device could not read it. */
type Answer<T> = { value: T } | { error: unknown };

export interface LiveQuery<A extends readonly Arg[], T> {
  name: string;
  scopes: (args: A) => readonly ScopeName[];
  open: (account: string, args: A) => Source<Answer<T>>;
  /** What a screen sees when this device cannot read its own store. */
  fallback: T | undefined;
}

export interface LocalStores {
  account: string;
  mirror: MirrorDb;
}

interface Options<T> {
  fallback?: T;
  /** The first words in the console when the reading fails. */
  failure?: string;
}

/**
 * A query on what this device stores, repeated when a row that it read changes.
 * `scopes`: the streams of rows that it needs, by the first argument where they depend on it; the answer is complete when this device has read all of them. None: always complete.
 * Rule: a failure is an answer, never an exception: a broken disk must not take the screen with it.
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

/** A query on the journal: `loading` until the journal is open, which happens after the first paint. */
export const journalQuery = <A extends readonly Arg[], T>(
  name: string,
  pick: (journal: Journal, ...args: A) => { subscribe: Source<T>['subscribe'] },
): LiveQuery<A, T> => ({
  name,
  scopes: () => ['journal'],
  open: (account, args) => ({
    subscribe: (next, fail) =>
      lateJournal(
        () => openJournal(account),
        (journal) => pick(journal, ...args),
      ).subscribe((value) => next({ value }), fail),
  }),
  fallback: undefined,
});

/** How long an answer stays up to date without a listener, for a screen that comes or comes back (ms). */
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
  /** Whether every scope was at its head when the present reading began; undefined while nobody knows. */
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
  /** Rule: what came with the last page of a scope is read again before the answer counts as complete. */
  function onScopes() {
    const now = isComplete();
    if (now === complete) return;
    const first = complete === undefined;
    complete = now;
    // The scopes were asked for before the rows, so the rows of the first reading are at least as new.
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

/** The running copy of a question. It starts with its first listener and ends some time after the last one has left. */
export function liveStore<A extends readonly Arg[], T>(query: LiveQuery<A, T>, account: string, args: A): LiveStore<T> {
  const key = JSON.stringify([account, ...args]);
  const stores = running.get(query) ?? new Map<string, LiveStore<T> & { end: () => void }>();
  running.set(query, stores);
  const known = stores.get(key);
  if (known) return known as LiveStore<T>; // the outer key is the query itself
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
