import { create } from 'zustand';
import { PUSH_BANNER_EVENT, WORKER_MESSAGES } from '@/config/persisted-names';
import { whenIdle } from '@/lib/idle';

/** The page's side of the service worker: registration, updates, and the message that the network is back. */
interface UpdateState {
  /** A new version is waiting, or another tab has activated it. */
  waiting: boolean;
}

export const useUpdate = create<UpdateState>()(() => ({ waiting: false }));

const HOUR_MS = 3_600_000;

async function register() {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', () => useUpdate.setState({ waiting: true }));
  const registration = await workbox.register();
  registration?.active?.postMessage({ type: WORKER_MESSAGES.repairShell });
  // An installed app may stay open for days: check for updates when it becomes visible again.
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - looked) < HOUR_MS) return;
    looked = Date.now();
    void registration?.update().catch(() => undefined);
  });
}

export function startServiceWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) useUpdate.setState({ waiting: true });
    controlled = true;
  });
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const data = event.data;
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === WORKER_MESSAGES.syncNow) void import('@sync').then(({ syncNow }) => syncNow());
    if (data.type === WORKER_MESSAGES.push && 'message' in data)
      window.dispatchEvent(new CustomEvent(PUSH_BANNER_EVENT, { detail: data.message }));
  });
  whenIdle()
    .then(register)
    .catch((error: unknown) => console.warn('The service worker did not start:', error));
}

/** Activates the new version, unless another tab has, and reloads. Call it only after the learner agreed. */
export async function applyUpdate() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) registration.waiting.postMessage({ type: WORKER_MESSAGES.skipWaiting });
  else location.reload();
}
