/**
 * The store of the engine's status, which the status chip shows in every tab of an account.
 * Guarantees: `get` returns the same object until the status changes, so that React can compare by identity.
 * Rule: only the tab that runs the engine publishes a status; the other tabs show the status that this tab sends them.
 */
import { systemClock } from '@/lib/clock';
import type { SyncStatus } from '../protocol/types';

/** Number of statuses kept for the sync log. */
const HISTORY = 60;

const STOPPED: SyncStatus = { phase: 'stopped', pending: 0, rejected: 0, synced_at: null, restored: false };

export class StatusStore {
  #status: SyncStatus = STOPPED;
  #history: { at: number; status: SyncStatus }[] = [];
  readonly #listeners = new Set<() => void>();

  readonly get = (): SyncStatus => this.#status;

  /** The most recent statuses of this page, oldest first, with their times (ms). */
  readonly history = (): readonly { at: number; status: SyncStatus }[] => this.#history;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly set = (status: SyncStatus): void => {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    this.#history = [...this.#history.slice(1 - HISTORY), { at: systemClock.now(), status }];
    for (const listener of this.#listeners) listener();
  };

  readonly reset = (): void => this.set(STOPPED);
}

export const statusStore = new StatusStore();
