import { useServerReached } from '@/data/sync/use-server-reached';
import { offlineText } from '@/text/offline';
import { Chip } from '@/ui/chip';

/** Shows whether the server can be reached. */
export function NetworkChip() {
  const reached = useServerReached();
  return <Chip tone={reached ? 'ok' : 'wait'}>{reached ? offlineText.online : offlineText.offline}</Chip>;
}
