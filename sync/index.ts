/**
 * The only door of the engine. Reading the mirror needs Dexie alone; the journal (RxDB), the engine and supabase-js load when first used.
 * Rule: nothing here imports `./journal`, `./runtime` or `./client` statically: the first paint pays for what this file imports.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { BackendConfig } from '@/config/env';
import type { Kind, StoredJournalDoc } from '@/domain/journal';
import { currentAccount, currentMirror, follow, openMirror } from './mirror';
import { videoScope } from './mirror-schema';
import { statusStore } from './status';
import type { Change, Journal, SyncStatus } from './types';

export { liveQuery } from 'dexie';
export { closeMirror, currentMirror, openMirror } from './mirror';
export type { MirrorDb, MirrorRow } from './mirror-schema';
export { videoScope } from './mirror-schema';
export type { Change, Journal, RejectedDoc, SyncPhase, SyncStatus, WaitReason } from './types';

/** The state of the engine, for `useSyncExternalStore`; the same in every tab of the account. */
export const syncStatus: { get(): SyncStatus; subscribe(listener: () => void): () => void } = statusStore;

const runtime = () => import('./runtime');

/** Opens the learner's journal. Idempotent; one account's journal is open at a time. */
export async function openJournal(account: string): Promise<Journal> {
  return (await import('./journal')).openJournal(account);
}

/**
 * Writes a fact of the open account; durable when it resolves. `key` is the id's second part (`video_id`, a uuid, a date, `me`, `news/<id>`).
 * `change` gets what is stored and the time the document will carry: later than what is stored, whatever the clock says.
 * Returning `before.data` itself writes nothing. What `change` throws is thrown here and nothing is written.
 * @throws Error when no account is open (the words are those of specification 2 §8)
 */
export async function writeJournal<K extends Kind>(
  kind: K,
  key: string,
  change: Change<K>,
): Promise<StoredJournalDoc<K>> {
  const account = currentAccount();
  if (!account) throw new Error('User not authenticated');
  return (await openJournal(account)).write(kind, key, change);
}

/** Runs the engine for an account, in one tab at a time. Idempotent; another account's engine is stopped first. */
export async function startSync(options: { account: string; config: BackendConfig }): Promise<void> {
  openMirror(options.account);
  await (await runtime()).startSync(options);
}

export async function stopSync(): Promise<void> {
  await (await runtime()).stopSync();
}

/** Sends what visitors left on this device while somebody is signed in, never in their name. @returns whether everything was sent */
export async function sendForms(config: BackendConfig): Promise<boolean> {
  return (await runtime()).sendForms(config);
}

/** Asks for a cycle now, from any tab; a wait after an error is cut short. */
export function syncNow(): void {
  void runtime().then((engine) => engine.syncNow());
}

/** Reads the comments and counts of a video from now on. Remembered; also without a network. */
export function followVideo(videoId: string): void {
  const mirror = currentMirror();
  if (!mirror) return;
  void follow(mirror, videoScope(videoId), Date.now()).then(syncNow, (error: unknown) =>
    console.error('The video is not followed:', error),
  );
}

/** Sends a refused document again, as it was. */
export async function retryRejected(id: string): Promise<void> {
  await (await runtime()).retryRejected(id);
}

/** The learner gives a refused document up: the server's state takes its place. */
export async function dismissRejected(id: string): Promise<void> {
  await (await runtime()).dismissRejected(id);
}

/** The one client of the backend. Without `config`: the one given first, else the page's own origin. */
export async function supabase(config?: BackendConfig): Promise<SupabaseClient> {
  return (await import('./client')).supabase(config);
}

/** Removes an account's mirror and journal from this device, what waits to be sent included. */
export async function forgetAccount(account: string): Promise<void> {
  await (await runtime()).forgetAccount(account);
}
