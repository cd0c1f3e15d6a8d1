/**
 * Handles messages and events: a page asks the worker to take over, a page has started.
 * Rule: a waiting worker takes over only when a page asks; pages ask only outside a lesson and a quiz.
 */
import { WORKER_MESSAGES } from '../src/config/persisted-names';
import { SHELL_REPAIRED } from '../src/config/worker-names';
import { dropEarlier } from './earlier-code';
import { mendShell } from './precache';

declare const self: ServiceWorkerGlobalScope;

const isMessage = (data: unknown): data is { type: string } =>
  typeof data === 'object' && data !== null && 'type' in data;

/** Wakes the pages: the sync engine runs in one of them. @returns whether there was a page */
export async function wakePages(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: WORKER_MESSAGES.syncNow });
  return pages.length > 0;
}

export function listenForMessages(): void {
  self.addEventListener('message', (event) => {
    if (!isMessage(event.data)) return;
    if (event.data.type === WORKER_MESSAGES.skipWaiting) event.waitUntil(self.skipWaiting());
    // A page that starts runs this version.
    if (event.data.type === WORKER_MESSAGES.repairShell)
      event.waitUntil(
        Promise.all([mendShell(), dropEarlier(1)]).then(
          ([count]) => count > 0 && event.source?.postMessage({ type: SHELL_REPAIRED, count }),
          (error: unknown) => console.warn('The shell is not whole:', error),
        ),
      );
  });
}
