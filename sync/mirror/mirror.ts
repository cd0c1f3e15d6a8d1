/**
 * Opens the mirror, the local copy of the server's rows: one Dexie database per account, read by screens and written
 * only by the engine, apart from the copies of begun quizzes in `meta`.
 * Guarantees: returns the same instance for the same account; only one account's mirror is open at a time.
 */
import { Dexie, type DexieOptions } from 'dexie';
import { journalKinds } from '@/shared/journal';
import { ENGINE_STORES, MIRROR_VERSION, mirrorName } from '@/shared/names';
import { rejectNewer } from '@/shared/newer-store';
import { autoReopen } from './auto-reopen';
import { type MirrorDb, mirrorStores, ownStores } from './mirror-schema';

/** Creates a mirror with any name. The app calls `openMirror` instead; tests call this function for simulated devices. */
export function createMirror(name: string, options?: DexieOptions): MirrorDb {
  const mirror = autoReopen(new Dexie(name, { ...options, ...rejectNewer() }));
  // Declare only the newest version: Dexie adds what an older database lacks, and each further declaration costs time at every start.
  // A new kind of the learner's documents adds a table and so raises the version by itself.
  mirror.version(MIRROR_VERSION + journalKinds.length).stores({ ...mirrorStores, ...ownStores, ...ENGINE_STORES });
  // Dexie cannot type tables that are declared as strings. The cast is safe because the line above declares every table of `MirrorDb`.
  return mirror as MirrorDb;
}

let open: { account: string; mirror: MirrorDb } | undefined;

export function openMirror(account: string): MirrorDb {
  if (open?.account !== account) {
    closeMirror();
    open = { account, mirror: createMirror(mirrorName(account)) };
  }
  return open.mirror;
}

/** The account whose mirror is open, if any. */
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

/** Starts to follow a scope, or updates `opened_at` of a followed one. */
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
  hash: 0,
  stores: [],
  aside: false,
  whole: false,
  mended: 0,
  mended_at: 0,
  opened_at,
  renewed: false,
});
