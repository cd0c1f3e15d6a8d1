/**
 * What the status chip shows: a tiny store, the same in every tab of an account.
 * Guarantees: `get` returns the same object until something changes, so that React may compare by identity.
 * Rule: only the tab that runs the engine publishes; the others repeat what they hear.
 */
import type { SyncStatus } from './types';

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

/** Messages between the tabs of one account. */
export type TabMessage = { type: 'status'; status: SyncStatus } | { type: 'hello' } | { type: 'wake' };

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** A channel that says nothing where BroadcastChannel is missing: each tab then shows its own state. */
export function openTabChannel(name: string, onMessage: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
