/**
 * Defines what the hooks in `use-live.ts` read: queries on this device's stores, and observables of the journal.
 * Guarantees: a result belongs to its account and its arguments; a result with `complete` includes every pulled row; a failed read is a
 * result, not an exception, so that a broken disk does not crash the screen.
 */
import { type Journal, type MirrorDb, openJournal, openMirror } from '@sync';
import { planOf } from '@/domain/entitlements';
import { whenIdle } from '@/lib/idle';
import { currentIdentity, useSession } from '../session/session-store';
import { type Live, LOADING } from './live';

/** `plan` means every plan scope that the account's subscription includes. */
export type ScopeName = 'public' | 'plan' | 'account' | 'journal' | `video:${string}`;

export type Arg = string | number | boolean;

export interface LocalStores {
  account: string;
  mirror: MirrorDb;
}

/** A result with the key of its account, query and arguments, because the library's hooks return the previous result after a change of these. */
export interface Keyed<T> {
  key: string;
  live: Live<T>;
}

export interface LiveQuery<A extends readonly Arg[], T> {
  keyOf: (account: string, args: A) => string;
  read: (account: string, args: A) => Promise<Keyed<T>>;
}

interface Options<T> {
  /** Data to show when this device cannot read its store. */
  fallback?: T;
  /** Console message for a failed read. */
  failure?: string;
  /**
   * True if a screen that opens again renders the last result of this session until the store answers, so that it shows no placeholder.
   * Rule: not for data that a screen copies into its own state or acts on, because the last result may be older than the store.
   */
  remember?: boolean;
}

const remembered = new Map<string, Live<unknown>>();
/** Maximum number of results that are remembered. */
const REMEMBERED = 100;

useSession.subscribe((now, before) => {
  if (now.identity?.uid !== before.identity?.uid) remembered.clear();
});

/** The remembered result of a key, or `loading`. The cast is safe because a key contains the number of its query. */
export const lastResult = <T>(key: string) => (remembered.get(key) as Live<T> | undefined) ?? LOADING;

function remember(key: string, live: Live<unknown>) {
  remembered.delete(key);
  if (live.status === 'ready') remembered.set(key, live);
  const [oldest = ''] = remembered.keys();
  if (remembered.size > REMEMBERED) remembered.delete(oldest);
}

const planScopes = { free: [], pro: ['plan:basic'], premium: ['plan:basic', 'plan:premium'] } as const;

/** True if this device has pulled these scopes to their heads at least once. */
async function isComplete({ mirror, account }: LocalStores, names: readonly ScopeName[]): Promise<boolean> {
  if (names.length === 0) return true;
  const own = names.map((name) => (name === 'account' || name === 'journal' ? `${name}:${account}` : name));
  // The subscription row arrives in the account scope, so the plan is unknown until that scope is complete.
  const ofPlan = names.includes('plan') ? [`account:${account}`, ...planScopes.premium] : [];
  const [rows, subscription] = await Promise.all([
    mirror.scopes.bulkGet([...own, ...ofPlan]),
    ofPlan.length > 0 ? mirror.subscriptions.get(account) : undefined,
  ]);
  const atHead = new Set(rows.flatMap((row) => (row?.whole ? [row.scope] : [])));
  const wanted = ofPlan.length > 0 ? [`account:${account}`, ...planScopes[planOf(subscription)]] : [];
  return [...own.filter((name) => name !== 'plan'), ...wanted].every((scope) => atHead.has(scope));
}

let queries = 0;

/**
 * Defines a query on this device's store; it runs again when a row that it read changes. `scopes`: the sync scopes whose rows it reads (a
 * function if the scopes depend on the first argument). The result is complete once all these scopes have caught up; without scopes, always.
 */
export function localQuery<A extends readonly Arg[], T>(
  name: string,
  scopes: readonly ScopeName[] | ((id: string) => readonly ScopeName[]),
  read: (stores: LocalStores, ...args: A) => T | Promise<T>,
  { fallback, failure = `The query "${name}" could not be read:`, remember: isRemembered = false }: Options<T> = {},
): LiveQuery<A, T> {
  const number = ++queries;
  const answer = async (account: string, args: A): Promise<Live<T>> => {
    // Rule: open no store of an account that has signed out, because its data may have been deleted from this device meanwhile.
    if (currentIdentity()?.uid !== account) return LOADING;
    try {
      const stores = { account, mirror: openMirror(account) };
      const names = typeof scopes === 'function' ? scopes(String(args[0])) : scopes;
      // Rule: request the scopes before the rows, so that a complete result includes the last page of rows.
      const [complete, data] = await Promise.all([isComplete(stores, names), read(stores, ...args)]);
      return { status: 'ready', data, complete };
    } catch (error) {
      console.error(failure, error);
      return { status: 'error', data: fallback, complete: false, error };
    }
  };
  return {
    keyOf: (account, args) => JSON.stringify([number, account, ...args]),
    async read(account, args) {
      const [key, live] = [this.keyOf(account, args), await answer(account, args)];
      if (isRemembered) remember(key, live);
      return { key, live };
    },
  };
}

interface Subscription {
  unsubscribe: () => void;
}

/** An observable of RxDB. */
export interface Observed<T> {
  subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => Subscription;
}

let painted: Promise<void> | undefined;

/** Subscribes to an observable of the account's journal once the screen is painted (architecture §4a) and the journal is open. */
export const journalObservable = <T>(account: string, key: string, pick: (journal: Journal) => Observed<T>) => ({
  hasValue: () => false, // so that `useObservable` does not subscribe while it renders
  subscribe(next: (result: Keyed<T>) => void): Subscription {
    let inner: Subscription | undefined;
    let ended = false;
    const report = (words: string) => (error: unknown) => {
      console.error(words, error);
      if (!ended) next({ key, live: { status: 'error', data: undefined, complete: false, error } });
    };
    painted ??= whenIdle();
    painted
      .then(() => (ended || currentIdentity()?.uid !== account ? undefined : openJournal(account)))
      .then((journal) => {
        if (!journal || ended) return;
        const ready = (data: T) => next({ key, live: { status: 'ready', data, complete: true } });
        inner = pick(journal).subscribe(ready, report('The journal could not be read:'));
      })
      .catch(report('The journal did not open:'));
    return {
      unsubscribe() {
        ended = true;
        inner?.unsubscribe();
      },
    };
  },
});
