/**
 * The only entry point of the engine. Reading the mirror needs only Dexie; the outbox (RxDB), the engine and
 * supabase-js load on first use.
 * Rule: no static import of `./outbox/outbox`, `./engine/runtime` or `./transport` here, because everything this file imports
 * delays the first paint.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { StoreApi } from 'zustand/vanilla';
import type { Kind, StoredJournalDoc } from '@/shared/journal';
import type { BackendConfig } from '@/shared/product';
import { statusStore } from './engine/status';
import { currentAccount, currentMirror, follow, openMirror } from './mirror/mirror';
import { videoScope } from './mirror/mirror-schema';
import type { Change, OpenOutbox, StoreIds, SyncStatus } from './protocol/types';

export { liveQuery } from 'dexie';
export { onServerReturn } from './engine/server-return';
export { closeMirror, currentMirror, openMirror } from './mirror/mirror';
export type { MirrorDb, MirrorRow, OwnRow } from './mirror/mirror-schema';
export { videoScope } from './mirror/mirror-schema';
export { outboxDocs, ownDocs, type Source } from './outbox/own-docs';
export { isPulled, pulledData } from './outbox/shown';
export type { Change, OpenOutbox, OutboxDoc, SyncPhase, SyncStatus, WaitReason } from './protocol/types';

/** The engine's status for `useSyncExternalStore`, the same in every tab of the account. */
export const syncStatus: Pick<StoreApi<SyncStatus>, 'getState' | 'getInitialState' | 'subscribe'> = statusStore;

const runtime = () => import('./engine/runtime');

/** Opens the learner's outbox. Idempotent; only one account's outbox is open at a time. */
export async function openOutbox(account: string): Promise<OpenOutbox> {
  return (await import('./outbox/open-outbox')).openOutbox(account);
}

/** Ids of the account's stores, by which an eviction is noticed. */
export async function storeIds(account: string): Promise<StoreIds> {
  return (await import('./outbox/open-outbox')).storeIds(account);
}

/**
 * Writes a document of the open account into its outbox. The write is durable when the promise resolves. `key` is the second part
 * of the document's id (`video_id`, a uuid, a date, `me`, `news/<id>`).
 * `change` receives the stored document and the time of the new one, which is later than the stored time even if the
 * clock was set back.
 * If `change` returns `before.data` itself, nothing is written. If `change` throws, nothing is written and the error is
 * rethrown.
 * @throws Error when no account is open (the text is quoted from specification 2 §8); the storage's error when the write fails
 */
export async function writeJournal<K extends Kind>(
  kind: K,
  key: string,
  change: Change<K>,
): Promise<StoredJournalDoc<K>> {
  const account = currentAccount();
  if (!account) throw new Error('User not authenticated');
  return (await openOutbox(account)).write(kind, key, change);
}

/** Runs the engine for an account, in one tab at a time. Idempotent; stops another account's engine first. */
export async function startSync(options: { account: string; config: BackendConfig }): Promise<void> {
  openMirror(options.account);
  // Request the client together with the engine, which needs it first. Otherwise the browser would request the client only when the engine's code
  // has arrived: one more round trip on a slow network.
  import('./transport/supabase-client').catch(() => undefined);
  await (await runtime()).startSync(options);
}

export async function stopSync(): Promise<void> {
  await (await runtime()).stopSync();
}

/**
 * Sends the visitors' forms that are still on this device while an account is signed in, without that account's name or token.
 * @returns true when all forms were sent
 */
export async function sendForms(config: BackendConfig): Promise<boolean> {
  return (await runtime()).sendForms(config);
}

/** Requests a sync cycle now, from any tab, and ends a retry delay. */
export function syncNow(): void {
  void runtime().then((engine) => engine.syncNow());
}

/** Starts to replicate the comments and counts of a video. The mirror stores which videos are followed, so the call also works offline. */
export function followVideo(videoId: string): void {
  const mirror = currentMirror();
  if (!mirror) return;
  void follow(mirror, videoScope(videoId), Date.now()).then(syncNow, (error: unknown) =>
    console.error('The video is not followed:', error),
  );
}

/** Sends a rejected document again, unchanged. */
export async function retryRejected(id: string): Promise<void> {
  await (await runtime()).retryRejected(id);
}

/** Discards a rejected document; the server's state takes its place. */
export async function dismissRejected(id: string): Promise<void> {
  await (await runtime()).dismissRejected(id);
}

/** Returns the page's only Supabase client. Without `config`, uses the config of the previous call, or the page's own origin at the first call. */
export async function supabase(config?: BackendConfig): Promise<SupabaseClient> {
  return (await import('./transport/supabase-client')).supabase(config);
}

/** A client that sends no token, for questions of a device whose session has ended. */
export async function visitor(config: BackendConfig): Promise<SupabaseClient> {
  return (await import('./transport/supabase-client')).visitorClient(config);
}

/** Returns the sync log of this device as text, without contents of documents, for a message to support. */
export async function readSyncLog(account: string): Promise<string> {
  return (await import('./engine/sync-log')).readSyncLog(account);
}

/** Fills the mirror of the console's preview, see `mirror/preview.ts`. */
export const fillPreview = async (...parameters: Parameters<typeof import('./mirror/preview').fillPreview>) =>
  (await import('./mirror/preview')).fillPreview(...parameters);

/** Removes an account's mirror and outbox from this device, including unsent writes. */
export async function forgetAccount(account: string): Promise<void> {
  await (await runtime()).forgetAccount(account);
}

/**
 * Removes what the server also has of an account from this device: the mirror, and the outbox if that is empty.
 * @returns the number of unsent and rejected documents, which stay @throws Error; then everything stays
 */
export async function emptyAccount(account: string): Promise<number> {
  return (await runtime()).emptyAccount(account);
}
