import { useSyncStatus } from '@/data/sync/use-sync-status';
import { offlineText } from '@/text/offline';
import { Chip } from '@/ui/chip';

/** Shows whether the server can be reached. A network whose server does not answer counts as offline. */
export function NetworkChip({ online }: { online: boolean }) {
  const reached = useSyncStatus().phase !== 'waiting' && online;
  return <Chip tone={reached ? 'ok' : 'wait'}>{reached ? offlineText.online : offlineText.offline}</Chip>;
}
