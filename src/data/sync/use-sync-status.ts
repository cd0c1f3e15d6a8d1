import { syncStatus } from '@sync';
import type { SyncStatus } from '@sync/types';
import { useSyncExternalStore } from 'react';
import { useOnline } from '@/lib/use-online';

export type { SyncStatus };

/** What the engine is doing, in this tab or in the one that runs it. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(syncStatus.subscribe, syncStatus.get);

/** Where the first whole answer is: here, on its way, or held up by this device's disk, the network, the server or a session that ended. */
export type Arrival = 'whole' | 'coming' | 'failed' | 'offline' | 'unanswered' | 'signed-out';

/** Rule: until it is here, nobody knows whether what this device does not hold exists. */
export function useArrival(): Arrival {
  const { phase, restored, reason } = useSyncStatus();
  const online = useOnline();
  if (restored) return 'whole';
  if (phase === 'signed-out' || phase === 'failed') return phase;
  if (reason === 'storage') return 'failed';
  if (!online || phase === 'offline') return 'offline';
  return phase === 'waiting' ? 'unanswered' : 'coming';
}

/** Whether what this device does not hold may still come: a place for it is kept free until then. */
export const useStillComing = (): boolean => useArrival() === 'coming';
