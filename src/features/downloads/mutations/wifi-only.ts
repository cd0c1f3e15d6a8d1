import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { isMobileData, watchConnection } from '@/device/connection';
import { readStored, writeStored } from '@/shared/local-storage';
import { WIFI_ONLY_KEY } from '@/shared/names';

// Downloads over Wi-Fi only: the learner's choice for this device, and its effect on the current connection.

export const isWifiOnly = (): boolean => readStored(WIFI_ONLY_KEY) !== null;

export const useWifiOnly = create<boolean>(isWifiOnly);

export function setWifiOnly(on: boolean): void {
  writeStored(WIFI_ONLY_KEY, on ? 'yes' : null);
  useWifiOnly.setState(on);
}

/** True while the learner allows only Wi-Fi and the device uses mobile data. */
export const waitsForWifi = (): boolean => isWifiOnly() && isMobileData();

/** Calls `listener` when the result of `waitsForWifi` may have changed. @returns a function that stops watching */
export function watchWifi(listener: () => void): () => void {
  const stops = [watchConnection(listener), useWifiOnly.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

const useMobileData = (): boolean => useSyncExternalStore(watchConnection, isMobileData);

export function useWaitsForWifi(): boolean {
  const [wifiOnly, mobileData] = [useWifiOnly(), useMobileData()];
  return wifiOnly && mobileData;
}
