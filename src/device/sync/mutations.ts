import { syncNow, syncStatus } from '@sync';

/** Actions for an unsent or rejected document. */
export { dismissRejected, retryRejected, syncNow } from '@sync';

/** Time limit of a refresh (ms). */
const REFRESH_WAIT_MS = 10_000;

/** Pulls new rows. @returns true only if the server has responded for every scope of this device */
export function refresh(): Promise<boolean> {
  // The status may still hold the time of an earlier sync, so wait for a sync that ended after this moment.
  const started = Date.now();
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(answered);
    };
    const timer = setTimeout(() => end(false), REFRESH_WAIT_MS);
    const unsubscribe = syncStatus.subscribe(() => {
      const { phase, synced_at } = syncStatus.getState();
      if (synced_at !== null && synced_at >= started) end(true);
      else if (phase === 'offline' || phase === 'failed' || phase === 'signed-out') end(false);
    });
    syncNow();
  });
}
