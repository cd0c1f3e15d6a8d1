import { DOWNLOAD_PART_BYTES, OFFLINE_LEASE_DAYS } from '@/config/limits';
import { StorageRefused, signVideoUrl } from '@/data/lessons/requests';
import { currentIdentity, useSession } from '@/data/session/session-store';
import type { LocalIdentity } from '@/domain/identity';
import { type DownloadEngine, type EngineWorld, startDownloadEngine } from './engine';
import { reportProgress } from './live-progress';
import { setDownloadAccess } from './mutations';
import { openPartFile } from './part-file';
import { freeBytes } from './storage';
import { deleteStore, downloadsOf } from './store';
import { DownloadFailed } from './transfer';

// The downloads of whoever is signed in: the engine runs for that account, and the worker is told whether it may play.

const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
const DAY_MS = 86_400_000;

const world: EngineWorld = {
  fetch: (input, init) => fetch(input, init),
  signUrl: (videoUrl) =>
    signVideoUrl(videoUrl).catch((error: unknown) => {
      throw error instanceof StorageRefused ? new DownloadFailed('http', error.message) : error;
    }),
  freeBytes,
  get openPartFile() {
    return navigator.storage && 'getDirectory' in navigator.storage ? openPartFile : undefined;
  },
  partBytes: DOWNLOAD_PART_BYTES,
  onProgress: reportProgress,
  persist: () => void navigator.storage?.persist?.(),
  isOnline: () => navigator.onLine,
  onOnline: (listener) => {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
  get locks() {
    return navigator.locks;
  },
  retryDelaysMs: RETRY_DELAYS_MS,
};

let running: { account: string; engine: DownloadEngine } | undefined;

/**
 * Rule: downloads play only for an account whose last answer was premium and is not older than the lease; signing out locks them at once.
 * They are kept, and play again after signing in or renewal (decision 14).
 */
function tellAccess(before: LocalIdentity | null, identity: LocalIdentity | null): void {
  const tell = (account: string, locked: boolean, lease: number | null) =>
    setDownloadAccess(account, locked, lease).catch((error: unknown) =>
      console.error('The worker was not told who may play:', error),
    );
  if (before && before.uid !== identity?.uid) void tell(before.uid, true, null);
  if (!identity) return;
  const until = identity.plan_checked_at === null ? null : identity.plan_checked_at + OFFLINE_LEASE_DAYS * DAY_MS;
  void tell(identity.uid, identity.plan !== 'premium', until);
}

function follow(identity: LocalIdentity | null): void {
  const account = identity?.plan === 'premium' ? identity.uid : undefined;
  if (running?.account === account || !navigator.locks) return; // a page at an address that is not safe has no locks, and no worker
  void running?.engine.stop();
  running = account === undefined ? undefined : { account, engine: startDownloadEngine(downloadsOf(account), world) };
}

/** Deletes everything an account downloaded to this device; what was under way stops first. */
export async function forgetDownloads(account: string): Promise<void> {
  const own = running?.account === account ? running : undefined;
  if (own) running = undefined;
  await own?.engine.stop();
  await deleteStore(account);
}

let started = false;

/** Follows the session for the rest of the page's life. Called again it does nothing. */
export function startDownloads(): void {
  if (started) return;
  started = true;
  let before = currentIdentity();
  tellAccess(null, before);
  follow(before);
  useSession.subscribe(({ identity }) => {
    tellAccess(before, identity);
    follow(identity);
    before = identity;
  });
}
