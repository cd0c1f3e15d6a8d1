import { useSyncExternalStore } from 'react';
import { WIFI_ONLY_KEY } from '@/config/worker-names';
import { isMobileData, watchConnection } from '@/lib/connection';
import { readStored, writeStored } from '@/lib/local-storage';

// Downloads over Wi-Fi only: the learner's choice for this device, and its effect on the current connection.

const changes = new EventTarget();

export const isWifiOnly = (): boolean => readStored(WIFI_ONLY_KEY) !== null;

export function setWifiOnly(on: boolean): void {
  writeStored(WIFI_ONLY_KEY, on ? 'yes' : null);
  changes.dispatchEvent(new Event('change'));
}

/** True while the learner allows only Wi-Fi and the device uses mobile data. */
export const waitsForWifi = (): boolean => isWifiOnly() && isMobileData();

/** Calls `listener` when the result of `isWifiOnly` or `waitsForWifi` may have changed. @returns a function that stops watching */
export function watchWifi(listener: () => void): () => void {
  const unwatch = watchConnection(listener);
  changes.addEventListener('change', listener);
  return () => {
    unwatch();
    changes.removeEventListener('change', listener);
  };
}

export const useWifiOnly = (): boolean => useSyncExternalStore(watchWifi, isWifiOnly);
export const useWaitsForWifi = (): boolean => useSyncExternalStore(watchWifi, waitsForWifi);
