import { PUSH_PAGE_KEYS } from '@/config/worker-names';
import type { PushState } from '@/domain/push';
import { readStored } from '@/lib/local-storage';

/** What the native app's bridge does for push messages: its permission and its token replace those of the browser. */
export interface NativePush {
  permission(): 'granted' | 'denied' | 'prompt';
  /** Asks for the permission if needed. The token arrives later. */
  request(): Promise<void>;
  /** The push service forgets this app. */
  unregister(): Promise<void>;
}

let native: NativePush | undefined;

export const nativePush = (): NativePush | undefined => native;

export function setNativePush(bridge: NativePush | undefined): void {
  native = bridge;
}

export function nativePushState(bridge: NativePush): PushState {
  if (bridge.permission() === 'denied') return 'denied';
  return bridge.permission() === 'granted' && readStored(PUSH_PAGE_KEYS.pushOff) === null ? 'on' : 'off';
}
