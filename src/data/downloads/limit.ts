import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { readStored, writeStored } from '@/lib/local-storage';
import { resumeForRoom } from './mutations';

/** The learner's limit for all downloads of this device. */

const listeners = new Set<() => void>();

/** In bytes; null: none. */
export function downloadLimit(): number | null {
  const bytes = Number(readStored(STORAGE_KEYS.downloadLimit) ?? 0);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : null;
}

/** Downloads that stopped for lack of room try again. */
export async function setDownloadLimit(account: string, bytes: number | null): Promise<void> {
  writeStored(STORAGE_KEYS.downloadLimit, bytes === null ? null : String(bytes));
  for (const listener of listeners) listener();
  await resumeForRoom(account);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useDownloadLimit = (): number | null => useSyncExternalStore(subscribe, downloadLimit);
