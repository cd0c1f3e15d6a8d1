import { useOnline } from '@/lib/use-online';
import { useSyncStatus } from './use-sync-status';

/** State of rows that this device lacks: complete, pending, or blocked by its disk, the network, the server or an ended session. */
export type InitialSync = 'complete' | 'pending' | 'failed' | 'offline' | 'unreachable' | 'signed-out';

/**
 * Tells why a query is not complete. Without an argument: whether this device has caught up with all scopes of the account once.
 * Rule: until it is complete, a missing row may still exist on the server.
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

/** True while missing rows may still arrive, so that screens reserve space for them. */
export const useStillPending = (complete?: boolean): boolean => useInitialSync(complete) === 'pending';
