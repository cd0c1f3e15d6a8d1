import { useOnline } from '@/device/use-online';
import { useSyncStatus } from './use-sync-status';

/** State of the first full pull: complete, pending, or blocked by the disk, the network, the server or an ended session. */
export type InitialSync = 'complete' | 'pending' | 'failed' | 'offline' | 'unreachable' | 'signed-out';

/**
 * Returns the reason why a query is not complete (`complete`: the query's own flag). Without an argument, returns the reason why this device
 * has not yet pulled all scopes of the account once.
 * Rule: until the hook returns `complete`, a row that this device lacks may still exist on the server.
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
