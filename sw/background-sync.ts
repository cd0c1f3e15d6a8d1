/**
 * Work that the browser starts: Background Sync sends unsent documents; the daily check refreshes the shell, the version and the badge.
 * Rule: background sending is only an optimisation. While a page is visible, its engine sends instead; only the engine handles the responses.
 */
import { DAILY_TAG, SYNC_TAG } from '../src/shared/names';
import { wakePages } from './messages';
import { sendUnsent, updateBadge } from './own-requests';
import { mendShell } from './precache';

declare const self: ServiceWorkerGlobalScope;

/** TypeScript's library lacks this event. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

async function synchronise(): Promise<void> {
  if (!(await wakePages())) await sendUnsent();
}

async function daily(): Promise<void> {
  // Without an open page, Chromium delays a second check for a new version by at least 30 s, so the repair shares the first one.
  const checked = self.registration.update();
  await Promise.allSettled([checked, mendShell(checked), updateBadge()]);
}

export function listenForBackgroundWork(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === SYNC_TAG) sync.waitUntil(synchronise());
  });
  self.addEventListener('periodicsync' as 'sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === DAILY_TAG) sync.waitUntil(daily());
  });
}
