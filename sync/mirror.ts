/**
 * Opens the mirror: what the server says, one Dexie database per account, read by screens and written by the engine alone.
 * Guarantees: the same instance for the same account; only one account's mirror is open at a time.
 */
import { Dexie, type DexieOptions } from 'dexie';
import { mirrorName } from '@/config/storage-keys';
import { type MirrorDb, mirrorIndexes } from './mirror-schema';
import { reopening } from './reopening';

/** A mirror under any name: `openMirror` for the product, simulated devices for the tests. */
export function createMirror(name: string, options?: DexieOptions): MirrorDb {
  const tables = Object.entries(mirrorIndexes).map(([kind, indexes]) => [
    kind,
    ['id', indexes].filter(Boolean).join(','),
  ]);
  const mirror = reopening(new Dexie(name, options));
  mirror.version(1).stores({
    ...Object.fromEntries(tables),
    feed: 'id,[_scope+_seq]',
    unknown: '[kind+id]',
    scopes: 'scope',
    rejected: 'id',
    meta: 'key',
  });
  return mirror as MirrorDb; // the tables were declared above: Dexie cannot type them
}

let open: { account: string; mirror: MirrorDb } | undefined;

export function openMirror(account: string): MirrorDb {
  if (open?.account !== account) {
    closeMirror();
    open = { account, mirror: createMirror(mirrorName(account)) };
  }
  return open.mirror;
}

/** The account whose mirror is open. */
export function currentAccount(): string | undefined {
  return open?.account;
}

export function currentMirror(): MirrorDb | undefined {
  return open?.mirror;
}

export function closeMirror(): void {
  open?.mirror.close();
  open = undefined;
}

/** A video scope that has not been read yet; known ones only note that they were opened again. */
export async function follow(mirror: MirrorDb, scope: string, now: number): Promise<void> {
  await mirror.transaction('rw', mirror.scopes, async () => {
    const known = await mirror.scopes.get(scope);
    await mirror.scopes.put(known ? { ...known, opened_at: now } : freshScope(scope, now));
  });
}

export const freshScope = (scope: string, opened_at = 0) => ({
  scope,
  epoch: null,
  seq: 0,
  count: 0,
  sum: '0',
  xor: '0',
  stores: [],
  aside: false,
  whole: false,
  mended: 0,
  mended_at: 0,
  opened_at,
});
