/**
 * Tracks which scopes this device has pulled completely at least once; live queries derive `complete` from them.
 * Guarantees: all queries of an account share one subscription to the scope table.
 */
import { liveQuery, openMirror } from '@sync';
import { planOf } from '@/domain/entitlements';

/** `plan` means every plan scope that the account's subscription includes. */
export type ScopeName = 'public' | 'plan' | 'account' | 'journal' | `video:${string}`;

const planScopes = { free: [], pro: ['plan:basic'], premium: ['plan:basic', 'plan:premium'] } as const;

async function readScopes(account: string): Promise<ReadonlySet<string>> {
  const mirror = openMirror(account);
  const [rows, subscription] = await Promise.all([mirror.scopes.toArray(), mirror.subscriptions.get(account)]);
  const atHead = new Set(rows.filter(({ whole }) => whole).map(({ scope }) => scope));
  const names = new Set([...atHead].map((scope) => scope.replace(`:${account}`, '')));
  // The subscription row arrives in the account scope, so the plan is unknown until that scope is complete.
  if (names.has('account') && planScopes[planOf(subscription)].every((scope) => atHead.has(scope))) names.add('plan');
  return names;
}

interface CaughtUp {
  /** Names of the scopes that have caught up; undefined until the scope table is read. */
  get: () => ReadonlySet<string> | undefined;
  subscribe: (listener: () => void) => () => void;
}

let current: (CaughtUp & { account: string; end: () => void }) | undefined;

function watchScopes(account: string) {
  const listeners = new Set<() => void>();
  let names: ReadonlySet<string> | undefined;
  const reading = liveQuery(() =>
    readScopes(account).catch((error: unknown) => {
      console.error('The scopes could not be read:', error);
      return new Set<string>();
    }),
  ).subscribe((next) => {
    if (names?.size === next.size && [...next].every((name) => names?.has(name))) return;
    names = next;
    for (const listener of [...listeners]) listener();
  });
  return {
    account,
    get: () => names,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end: () => reading.unsubscribe(),
  };
}

export function caughtUpScopes(account: string): CaughtUp {
  if (current?.account !== account) {
    current?.end();
    current = watchScopes(account);
  }
  return current;
}

/** Ends the subscription; call it when the account changes. */
export function forgetCaughtUpScopes(): void {
  current?.end();
  current = undefined;
}
