import { syncNow, syncStatus } from '@sync';

/** What the learner may do about a document that waits or was rejected. */
export { dismissRejected, retryRejected, syncNow } from '@sync';

/** Longest wait for the server's answer to a refresh (ms). */
const REFRESH_WAIT_MS = 10_000;

/** Asks the server for news. @returns true only after it has answered for everything that this device follows. */
export function refresh(): Promise<boolean> {
  // A page that just loaded still reads when it last synced: only a later time is an answer to this refresh.
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
