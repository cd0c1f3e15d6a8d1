/**
 * The store of the engine's status, which the status chip shows in every tab of an account.
 * Guarantees: `getState` returns the same object until the status changes, so that React can compare by identity.
 * Rule: only the tab that runs the engine publishes a status; the other tabs show the status that this tab sends them.
 */
import { createStore } from 'zustand/vanilla';
import { systemClock } from '@/shared/clock';
import type { SyncStatus } from '../protocol/types';

/** Number of statuses kept for the sync log. */
const HISTORY = 60;

const STOPPED: SyncStatus = { phase: 'stopped', pending: 0, rejected: 0, synced_at: null, restored: false };

const store = createStore<SyncStatus>(() => STOPPED);
let history: readonly { at: number; status: SyncStatus }[] = [];

function set(status: SyncStatus): void {
  if (JSON.stringify(status) === JSON.stringify(store.getState())) return;
  history = [...history.slice(1 - HISTORY), { at: systemClock.now(), status }];
  store.setState(status, true);
}

export const statusStore = {
  ...store,
  set,
  reset: () => set(STOPPED),
  /** The most recent statuses of this page, oldest first, with their times (ms). */
  history: () => history,
};
