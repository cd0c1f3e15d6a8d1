import { syncStatus } from '@sync';
import { DAILY_TAG, SYNC_TAG } from '@/shared/names';

/** Background Sync and Periodic Background Sync; TypeScript's library lacks both. */
interface BackgroundRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
  readonly periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> };
}

const DAY_MS = 24 * 3_600_000;

const register = () =>
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as BackgroundRegistration).sync?.register(SYNC_TAG))
    .catch(() => undefined); // If the browser rejects the background sync, the app sends the documents when it next starts.

/**
 * Registers a background sync as soon as documents cannot be sent, so that the browser starts the service worker when the network is back.
 * Registers again when the page is hidden: a request may still be unanswered then, and the browser may already have used the first registration.
 * @returns a function that stops watching
 */
export function registerBackgroundSync(): () => void {
  let registered = false;
  const look = () => {
    const { pending, phase } = syncStatus.getState();
    const waits = pending > 0 && (phase === 'offline' || phase === 'waiting');
    if (waits && !registered) register();
    registered = waits;
  };
  const leave = () => {
    if (document.visibilityState === 'hidden' && syncStatus.getState().pending > 0) register();
  };
  look();
  document.addEventListener('visibilitychange', leave);
  const unwatch = syncStatus.subscribe(look);
  return () => {
    document.removeEventListener('visibilitychange', leave);
    unwatch();
  };
}

/** Registers the daily check if the browser permits it. Browsers grant this permission without a prompt to installed apps that people use. */
export async function registerDailyCheck(): Promise<void> {
  if (!navigator.serviceWorker) return;
  const { periodicSync } = (await navigator.serviceWorker.ready) as BackgroundRegistration;
  const name = 'periodic-background-sync' as PermissionName; // The cast is needed because TypeScript's library lacks this name.
  if (periodicSync && (await navigator.permissions.query({ name })).state === 'granted')
    await periodicSync.register(DAILY_TAG, { minInterval: DAY_MS });
}
