import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { readStored, writeStored } from '@/lib/local-storage';
import { resumeForRoom } from './mutations';

// The learner's size limit for all downloads on this device.

const listeners = new Set<() => void>();

/** The limit (bytes); null: no limit. */
export function downloadLimit(): number | null {
  const bytes = Number(readStored(STORAGE_KEYS.downloadLimit) ?? 0);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : null;
}

/** Stores the limit and requeues the downloads that stopped for lack of space. */
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
