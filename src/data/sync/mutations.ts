import { syncNow, syncStatus } from '@sync';

/** Actions for an unsent or rejected document. */
export { dismissRejected, retryRejected, syncNow } from '@sync';

/** Timeout of a refresh (ms). */
const REFRESH_WAIT_MS = 10_000;

/** Pulls new rows. @returns true only when the server has answered for every scope of this device. */
export function refresh(): Promise<boolean> {
  // A page that just loaded still reads the stored time of the last sync: only a later time answers this refresh.
  const started = Date.now();
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(answered);
    };
    const timer = setTimeout(() => end(false), REFRESH_WAIT_MS);
    const unsubscribe = syncStatus.subscribe(() => {
      const { phase, synced_at } = syncStatus.get();
      if (synced_at !== null && synced_at >= started) end(true);
      else if (phase === 'offline' || phase === 'failed' || phase === 'signed-out') end(false);
    });
    syncNow();
  });
}
