import { create } from 'zustand';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { resumeForRoom } from './downloads';

// The learner's size limit for all downloads on this device.

/** The limit (bytes); null: no limit. */
export function downloadLimit(): number | null {
  const bytes = Number(readStored(STORAGE_KEYS.downloadLimit) ?? 0);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : null;
}

export const useDownloadLimit = create<number | null>(downloadLimit);

/** Stores the limit and requeues the downloads that stopped for lack of space. */
export async function setDownloadLimit(account: string, bytes: number | null): Promise<void> {
  writeStored(STORAGE_KEYS.downloadLimit, bytes === null ? null : String(bytes));
  useDownloadLimit.setState(bytes);
  await resumeForRoom(account);
}
