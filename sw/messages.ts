/**
 * Handles messages of pages: a page asks the waiting worker to take over, or a page has started.
 * Rule: a waiting worker takes over only when a page asks; pages ask only outside a lesson and a quiz.
 */
import { SHELL_REPAIRED, WORKER_MESSAGES } from '../src/shared/names';
import { dropEarlier } from './earlier-code';
import { mendShell } from './precache';

declare const self: ServiceWorkerGlobalScope;

const isMessage = (data: unknown): data is { type: string } =>
  typeof data === 'object' && data !== null && 'type' in data;

/**
 * Asks the open pages to sync; one of them runs the sync engine.
 * @returns whether a page is visible: the browser may have frozen hidden pages, so they may not sync
 */
export async function wakePages(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: WORKER_MESSAGES.syncNow });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
}

export function listenForMessages(): void {
  self.addEventListener('message', (event) => {
    if (!isMessage(event.data)) return;
    if (event.data.type === WORKER_MESSAGES.skipWaiting) event.waitUntil(self.skipWaiting());
    // A page sends this message when it starts, so the page runs the same version as this worker.
    if (event.data.type === WORKER_MESSAGES.repairShell)
      event.waitUntil(
        Promise.all([mendShell(), dropEarlier(1)]).then(
          ([count]) => count > 0 && event.source?.postMessage({ type: SHELL_REPAIRED, count }),
          (error: unknown) => console.warn('The shell is not whole:', error),
        ),
      );
  });
}
