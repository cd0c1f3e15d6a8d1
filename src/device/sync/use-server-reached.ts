import { useOnline } from '@/device/use-online';
import { useSyncStatus } from './use-sync-status';

/** True if the browser has a network and the server answers. */
export function useServerReached(): boolean {
  const { phase, reason } = useSyncStatus();
  const isUnanswered = phase === 'waiting' && (reason === 'network' || reason === 'server');
  return useOnline() && !isUnanswered;
}
