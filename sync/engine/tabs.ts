/** Messages between the tabs of one account: the tab that runs the engine reports its status, the others ask for it and wake it. */
import type { TAB_MESSAGES } from '@/config/persisted-names';
import type { SyncStatus } from '../protocol/types';

/** Messages between the tabs of one account. */
export type TabMessage =
  | { type: typeof TAB_MESSAGES.status; status: SyncStatus }
  | { type: typeof TAB_MESSAGES.hello }
  | { type: typeof TAB_MESSAGES.wake };

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Does nothing where BroadcastChannel is missing: each tab then shows its own state. */
export function openTabChannel(name: string, onMessage: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
