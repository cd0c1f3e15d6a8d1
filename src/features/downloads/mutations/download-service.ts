import { freeBytes } from '@/device/free-space';
import { currentIdentity, useSession } from '@/device/session/session-store';
import { StorageRejected, signVideoUrl } from '@/device/storage/requests';
import {
  type DownloadQueue,
  type DownloadQueueDeps,
  startDownloadQueue,
} from '@/device/transfers/downloads/download-queue';
import { deleteStore, downloadsOf, reopenStore } from '@/device/transfers/downloads/download-store';
import { checkDownloads } from '@/device/transfers/downloads/integrity';
import { DownloadFailed } from '@/device/transfers/downloads/transfer-errors';
import { keepAwake } from '@/device/wake-lock';
import { CHECK_DELAY_MS, DOWNLOAD_CHUNK_BYTES, DOWNLOAD_RETRY_PAUSES_MS } from '@/shared/app-limits';
import { effectivePlan, leaseEnd, mayPlayDownloads } from '@/shared/entitlements';
import type { LocalIdentity } from '@/shared/identity';
import { nextIdle, whenIdle } from '@/shared/idle';
import { checkLockName } from '@/shared/names';
import { setDownloadAccess } from './downloads';
import { useEvicted } from './evicted';
import { downloadLimit } from './limit';
import { reportProgress } from './live-progress';
import { waitsForWifi, watchWifi } from './wifi-only';

// Runs the download queue for the signed-in account, and tells the service worker whether downloads may be played.

const deps: DownloadQueueDeps = {
  fetch: (input, init) => fetch(input, init),
  signUrl: (videoUrl) =>
    signVideoUrl(videoUrl).catch((error: unknown) => {
      throw error instanceof StorageRejected ? new DownloadFailed('http', error.message) : error;
    }),
  freeBytes,
  limitBytes: downloadLimit,
  chunkBytes: DOWNLOAD_CHUNK_BYTES,
  onProgress: (...progress) => {
    keepAwake();
    reportProgress(...progress);
  },
  persist: () => void navigator.storage?.persist?.(),
  isOnline: () => navigator.onLine,
  onOnline: (listener) => {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
  get locks() {
    return navigator.locks;
  },
  retryDelaysMs: DOWNLOAD_RETRY_PAUSES_MS,
};

let running: { account: string; engine: DownloadQueue } | undefined;

/**
 * Rule: downloads play only if the server's last answer about the plan was premium and its lease has not expired. Signing out locks them at once.
 * The files stay on the device and play again after a sign-in or a renewal (decision 14).
 */
function updateAccess(before: LocalIdentity | null, identity: LocalIdentity | null): void {
  const tell = (account: string, locked: boolean, lease: number | null) =>
    setDownloadAccess(account, locked, lease).catch((error: unknown) =>
      console.error('The worker did not receive the download access:', error),
    );
  if (before && before.uid !== identity?.uid) void tell(before.uid, true, null);
  if (!identity) return;
  // The worker compares the end of the lease with the device's clock, so that the lease expires even while no page is open.
  void tell(identity.uid, !mayPlayDownloads(identity.plan ?? 'free'), leaseEnd(identity));
}

function follow(identity: LocalIdentity | null): void {
  const may = identity && mayPlayDownloads(effectivePlan(identity, Date.now())) && !waitsForWifi();
  const account = may ? identity.uid : undefined;
  if (running?.account === account || !navigator.locks) return; // an insecure origin has neither locks nor a service worker
  void running?.engine.stop();
  running = account === undefined ? undefined : { account, engine: startDownloadQueue(downloadsOf(account), deps) };
  if (running) void checkStored(running.account);
}

/** Checks the downloads once, in one tab, when the page is idle. */
async function checkStored(account: string): Promise<void> {
  const db = downloadsOf(account);
  try {
    await whenIdle();
    // Delay the check, because a video that the learner starts now needs the disk. If that video is damaged, the player reports it.
    await new Promise((later) => setTimeout(later, CHECK_DELAY_MS));
    await navigator.locks.request(checkLockName(db.name), { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      const gone = await checkDownloads(db, nextIdle, () => running?.account === account);
      if (gone.length > 0) useEvicted.setState(({ videos }) => ({ videos: videos + gone.length }));
    });
  } catch (error) {
    console.warn('The downloads were not checked:', error);
  }
}

/** Stops the transfers of an account and deletes all its downloads from this device. */
export async function forgetDownloads(account: string): Promise<void> {
  const own = running?.account === account ? running : undefined;
  if (own) running = undefined;
  await own?.engine.stop();
  await deleteStore(account);
}

let started = false;

/** Starts and stops the queue with the session, for the lifetime of the page. Repeated calls do nothing. */
export function startDownloads(): void {
  if (started) return;
  started = true;
  let before = currentIdentity();
  if (before) reopenStore(before.uid);
  updateAccess(null, before);
  follow(before);
  watchWifi(() => follow(currentIdentity()));
  useSession.subscribe(({ identity }) => {
    if (identity && identity.uid !== before?.uid) reopenStore(identity.uid);
    updateAccess(before, identity);
    follow(identity);
    before = identity;
  });
}
