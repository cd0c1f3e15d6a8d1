import { liveQuery } from '@sync';
import { useObservable } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { whenIdle } from '@/lib/idle';
import { currentIdentity, useAccount, useSession } from './session-store';

/**
 * Live queries that several screens ask, and that may be asked before the first of them is drawn: its first render then has the answer.
 * Rule: the account is part of every question, and no answer outlives the session it was given in.
 */
interface Subscription {
  unsubscribe: () => void;
}

interface Live<T> {
  hasValue: () => boolean;
  getValue: () => T | undefined;
  subscribe: (next: (value: T) => void, fail?: (error: unknown) => void) => Subscription;
}

export interface AccountQuery<A extends readonly string[], T> {
  name: string;
  read: (account: string, ...args: A) => Promise<T>;
}

/** How long an answer is kept up to date for a screen that may come, or come back, ms. */
const LINGER_MS = 10_000;

const asked = new Map<string, { live: Live<unknown>; end: () => void }>();

useSession.subscribe((now, before) => {
  if (now.identity?.uid !== before.identity?.uid) for (const { end } of [...asked.values()]) end();
});

/** One reading for all who listen. It ends some time after the last of them has gone. */
function share<T>(key: string, read: () => Promise<T>) {
  const listeners = new Map<(value: T) => void, ((error: unknown) => void) | undefined>();
  let last: { value: T } | undefined;
  let reading: Subscription | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    clearTimeout(leaving);
    reading?.unsubscribe();
    reading = undefined;
    if (asked.get(key) === shared) asked.delete(key);
  };
  const begin = () =>
    liveQuery(read).subscribe({
      next(value) {
        last = { value };
        for (const next of [...listeners.keys()]) next(value);
      },
      error(error: unknown) {
        last = undefined;
        end();
        for (const fail of [...listeners.values()]) fail?.(error);
      },
    });

  const live: Live<T> = {
    hasValue: () => last !== undefined,
    getValue: () => last?.value,
    subscribe(next, fail) {
      clearTimeout(leaving);
      listeners.set(next, fail);
      reading ??= begin();
      if (last) next(last.value);
      const unsubscribe = () => {
        if (listeners.delete(next) && listeners.size === 0) leaving = setTimeout(end, LINGER_MS);
      };
      return { unsubscribe };
    },
  };
  const shared = { live, end };
  return shared;
}

function liveOf<A extends readonly string[], T>({ name, read }: AccountQuery<A, T>, account: string, args: A): Live<T> {
  const key = [name, account, ...args].join(' ');
  const known = asked.get(key) ?? share(key, () => read(account, ...args));
  asked.set(key, known);
  return known.live as Live<T>; // the key names the query
}

const nobody: Live<never> = {
  hasValue: () => false,
  getValue: () => undefined,
  subscribe: () => ({ unsubscribe: () => undefined }),
};

/** Undefined until the first answer; one that was read ahead is there in the first render. */
export function useAccountQuery<A extends readonly string[], T>(query: AccountQuery<A, T>, ...args: A): T | undefined {
  const account = useAccount();
  return useObservable<T | undefined>(
    () => (account ? liveOf(query, account, args) : nobody),
    [account, query, ...args],
  );
}

/** Begins to read for a screen that is about to come. Resolves with the first answer, or when there will be none. */
export function readAhead<A extends readonly string[], T>(query: AccountQuery<A, T>, ...args: A): Promise<void> {
  const account = currentIdentity()?.uid;
  if (!account) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      resolve();
      queueMicrotask(() => subscription.unsubscribe());
    };
    const subscription = liveOf(query, account, args).subscribe(done, done);
  });
}

/** Keeps answers ready for screens that may come from this one, as soon as there is nothing better to do. */
export function useReadAhead<T>(query: AccountQuery<[id: string], T>, ids: readonly string[]): void {
  const account = useAccount();
  const wanted = ids.join(' ');
  useEffect(() => {
    if (!account || !wanted) return;
    let kept: Subscription[] | undefined = [];
    void whenIdle().then(() => {
      if (kept) kept = wanted.split(' ').map((id) => liveOf(query, account, [id]).subscribe(() => undefined));
    });
    return () => {
      for (const { unsubscribe } of kept ?? []) unsubscribe();
      kept = undefined;
    };
  }, [account, query, wanted]);
}
