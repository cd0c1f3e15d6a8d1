/**
 * Messages and events for the worker: a page asks it to take over, a page has started, the network is back.
 * Rule: a waiting worker takes over only when a page asks; pages ask only outside a lesson and a quiz.
 */
import { SYNC_TAG, WORKER_MESSAGES } from '../src/config/persisted-names';
import { dropEarlier } from './earlier-code';
import { mendShell } from './precache';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const isMessage = (data: unknown): data is { type: string } =>
  typeof data === 'object' && data !== null && 'type' in data;

/** Wakes the pages: the sync engine runs in one of them. */
export async function wakePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: WORKER_MESSAGES.syncNow });
}

export function listenForMessages(): void {
  self.addEventListener('message', (event) => {
    if (!isMessage(event.data)) return;
    if (event.data.type === WORKER_MESSAGES.skipWaiting) event.waitUntil(self.skipWaiting());
    // A page that starts runs this version.
    if (event.data.type === WORKER_MESSAGES.repairShell)
      event.waitUntil(
        Promise.all([dropEarlier(1), mendShell()]).catch((error: unknown) =>
          console.warn('The shell is not whole:', error),
        ),
      );
  });
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent; // Background Sync is not in TypeScript's library
    if (sync.tag === SYNC_TAG) sync.waitUntil(wakePages());
  });
}
