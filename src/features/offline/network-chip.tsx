import { useServerReached } from '@/device/sync/use-server-reached';
import { offlineText } from '@/features/downloads/text';
import { Chip } from '@/ui/chip';

export function NetworkChip() {
  const reached = useServerReached();
  return <Chip tone={reached ? 'ok' : 'wait'}>{reached ? offlineText.online : offlineText.offline}</Chip>;
}
