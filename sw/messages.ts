/**
 * What pages and the browser tell the worker: take over now, a page has started, and the network is back.
 * Rule: a waiting worker takes over only when a page asks; pages ask only outside a lesson and a test.
 */
import { mendShell } from './precache';

declare const self: ServiceWorkerGlobalScope;

/** Tag under which a page registers a background sync for its waiting writes. */
const SYNC_TAG = 'sloy-sync';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const isMessage = (data: unknown): data is { type: string } =>
  typeof data === 'object' && data !== null && 'type' in data;

/** Wakes the pages; the engine that owns the network runs in one of them. */
export async function wakePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: 'SYNC_NOW' });
}

export function listenForMessages(): void {
  self.addEventListener('message', (event) => {
    if (!isMessage(event.data)) return;
    if (event.data.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    if (event.data.type === 'MEND_SHELL')
      event.waitUntil(mendShell().catch((error: unknown) => console.warn('The shell is not whole:', error)));
  });
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent; // Background Sync is not in TypeScript's library
    if (sync.tag === SYNC_TAG) sync.waitUntil(wakePages());
  });
}
