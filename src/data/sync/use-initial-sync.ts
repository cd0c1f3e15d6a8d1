import { useOnline } from '@/lib/use-online';
import { useSyncStatus } from './use-sync-status';

/** Where the rows are that this device does not have yet: complete, on their way, or held up by its disk, the network, the server or an ended session. */
export type InitialSync = 'complete' | 'pending' | 'failed' | 'offline' | 'unreachable' | 'signed-out';

/**
 * Why a query is not complete. Without an argument: whether this device has had every row of the account once.
 * Rule: until it is complete, nobody knows whether what this device does not have exists.
 */
export function useInitialSync(complete?: boolean): InitialSync {
  const { phase, restored, reason } = useSyncStatus();
  const online = useOnline();
  if (complete ?? restored) return 'complete';
  if (phase === 'signed-out' || phase === 'failed') return phase;
  if (reason === 'storage') return 'failed';
  if (!online || phase === 'offline') return 'offline';
  return phase === 'waiting' ? 'unreachable' : 'pending';
}

/** Whether rows that this device does not have may still arrive: screens keep their place free until then. */
export const useStillPending = (complete?: boolean): boolean => useInitialSync(complete) === 'pending';
