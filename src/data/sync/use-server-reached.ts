import { useOnline } from '@/lib/use-online';
import { useSyncStatus } from './use-sync-status';

/** Whether the server can be reached. A network whose server does not answer counts as none. */
export function useServerReached(): boolean {
  const { phase, reason } = useSyncStatus();
  const isUnanswered = phase === 'waiting' && (reason === 'network' || reason === 'server');
  return useOnline() && !isUnanswered;
}
