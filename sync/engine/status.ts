/**
 * The state that the status chip shows: a small store, the same in every tab of an account.
 * Guarantees: `get` returns the same object until something changes, so that React can compare by identity.
 * Rule: only the tab that runs the engine publishes; the other tabs repeat its messages.
 */
import type { SyncStatus } from '../protocol/types';

const STOPPED: SyncStatus = { phase: 'stopped', pending: 0, rejected: 0, synced_at: null, restored: false };

export class StatusStore {
  #status: SyncStatus = STOPPED;
  readonly #listeners = new Set<() => void>();

  readonly get = (): SyncStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly set = (status: SyncStatus): void => {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  };

  readonly reset = (): void => this.set(STOPPED);
}

export const statusStore = new StatusStore();
