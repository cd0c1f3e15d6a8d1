import { create } from 'zustand';
import { PUSH_BANNER_EVENT, SHELL_REPAIRED, WORKER_MESSAGES } from '@/shared/names';
import { register } from './worker-registration';

/** The page's side of the service worker: registration, updates, and the message that the network is back. */
interface UpdateState {
  /** A new version is waiting, or another tab has activated it. */
  waiting: boolean;
  /** Number of new versions since the page opened. „По-късно“ hides the prompt for the current number only. */
  version: number;
  /** Number of the app's files that the browser had evicted and the worker fetched again. */
  repaired: number;
}

export const useUpdate = create<UpdateState>()(() => ({ waiting: false, version: 0, repaired: 0 }));

const announceVersion = () => useUpdate.setState(({ version }) => ({ waiting: true, version: version + 1 }));

export function startServiceWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) announceVersion();
    controlled = true;
  });
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const data = event.data;
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === WORKER_MESSAGES.syncNow) void import('@sync').then(({ syncNow }) => syncNow());
    if (data.type === SHELL_REPAIRED && 'count' in data) useUpdate.setState({ repaired: Number(data.count) });
    if (data.type === WORKER_MESSAGES.push && 'message' in data)
      window.dispatchEvent(new CustomEvent(PUSH_BANNER_EVENT, { detail: data.message }));
  });
  register(announceVersion).catch((error: unknown) => console.warn('No service worker:', error));
}
