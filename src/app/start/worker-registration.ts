import { Workbox } from 'workbox-window';
import { WORKER_MESSAGES } from '@/shared/names';

/** Registration of the service worker and the search for new versions, loaded after the first paint. */

/** One hour (ms): the shortest time between two checks for a new version. */
const HOUR_MS = 3_600_000;
/** Interval (ms) at which a page that stays visible checks for a new version. */
const VISIBLE_CHECK_MS = 3 * HOUR_MS;

let registered: ServiceWorkerRegistration | undefined;
let checkedAt = 0;

/** Checks for a new version, at most once an hour; without a registration there is nothing to check. */
export function checkForVersion(): void {
  const now = Date.now();
  // A clock that was set back must not stop the checks.
  if (!registered || Math.abs(now - checkedAt) < HOUR_MS) return;
  checkedAt = now;
  registered.update().catch(() => undefined);
}

/** Checks for new versions while the page is open, because an installed app may stay open for days. */
function watchForVersions(registration: ServiceWorkerRegistration): void {
  [registered, checkedAt] = [registration, Date.now()];
  const isVisible = () => document.visibilityState === 'visible';
  document.addEventListener('visibilitychange', () => isVisible() && checkForVersion());
  window.addEventListener('online', () => checkForVersion());
  setInterval(() => isVisible() && checkForVersion(), VISIBLE_CHECK_MS);
}

/** Calls `announce` for each waiting version. Workbox's own event reports at most one version that is installed after the page has loaded. */
function announceWaiting(registration: ServiceWorkerRegistration, announce: () => void): void {
  const watch = (worker: ServiceWorker | null) =>
    // The first version takes over without waiting.
    worker?.addEventListener('statechange', () => worker.state === 'installed' && registration.active && announce());
  if (registration.waiting) announce();
  // Another tab may have begun to install a version before this page has registered.
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
}

/** Registers the service worker, and calls `announce` whenever a new version is waiting. */
export async function register(announce: () => void): Promise<void> {
  const registration = await new Workbox('/sw.js').register();
  if (!registration) return;
  announceWaiting(registration, announce);
  registration.active?.postMessage({ type: WORKER_MESSAGES.repairShell });
  watchForVersions(registration);
}

/** Number of requests, one per second, to activate the waiting version before the page reloads without it. */
const ACTIVATION_TRIES = 10;

/** Activates the waiting version, unless another tab has already done so, and reloads the page. Call this only after the learner agreed. */
export async function applyUpdate() {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const active = new Promise((resolve) => workers?.addEventListener('controllerchange', resolve));
  const registration = await workers?.getRegistration();
  // Repeat the request, because a newer version may have replaced the waiting one. Limit the wait, because browsers delay the activation
  // while the active worker has requests in flight, also those of other tabs.
  for (let left = ACTIVATION_TRIES; registration?.waiting && left > 0; left -= 1) {
    registration.waiting.postMessage({ type: WORKER_MESSAGES.skipWaiting });
    if (await Promise.race([active, new Promise((resolve) => setTimeout(resolve, 1_000))])) break;
  }
  location.reload();
}

/** Longest wait for a new version to install (ms). When the time is over, the page reloads with the current version. */
const INSTALL_MS = 20_000;

/** Looks for a new version, waits until it is installed, and activates it. */
export async function findAndApplyUpdate() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined);
  const worker = registration?.installing;
  if (worker) {
    const installed = new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    await Promise.race([installed, new Promise((resolve) => setTimeout(resolve, INSTALL_MS))]);
  }
  await applyUpdate();
}
