import { readStored } from '@/shared/local-storage';
import { PUSH_PAGE_KEYS } from '@/shared/names';
import type { PushState } from '@/shared/push';

/** Push functions of the native app's bridge; its permission and token replace those of the browser. */
export interface NativePush {
  permission(): 'granted' | 'denied' | 'prompt';
  /** Requests the permission if needed. The push service delivers the token later. */
  request(): Promise<void>;
  /** Unregisters this app from its push service. */
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
