/** Messages between the tabs of one account: the leader reports its status; the other tabs ask for the status and request cycles. */
import type { TAB_MESSAGES } from '@/shared/names';
import type { SyncStatus } from '../protocol/types';

export type TabMessage =
  | { type: typeof TAB_MESSAGES.status; status: SyncStatus }
  | { type: typeof TAB_MESSAGES.hello }
  | { type: typeof TAB_MESSAGES.wake };

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Opens the BroadcastChannel. In a browser without that API the channel does nothing, and each tab shows its own status. */
export function openTabChannel(name: string, onMessage: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
