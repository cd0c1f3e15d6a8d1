import { syncStatus } from '@sync';
import type { SyncStatus } from '@sync/types';
import { useSyncExternalStore } from 'react';
import { useOnline } from '@/lib/use-online';

export type { SyncStatus };

/** What the engine is doing, in this tab or in the one that runs it. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(syncStatus.subscribe, syncStatus.get);

/** Whether what this device does not hold may still come with the first whole answer: a place for it is kept free until then. */
export function useStillComing(): boolean {
  const { phase, restored } = useSyncStatus();
  const online = useOnline();
  return !restored && online && phase !== 'offline' && phase !== 'waiting';
}
