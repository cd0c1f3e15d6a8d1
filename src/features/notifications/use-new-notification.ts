import { useState } from 'react';
import type { Live } from '@/device/live/live';
import type { NotificationRow } from '@/shared/rows';

/**
 * Title of the newest notification that arrived while the list is open, for a live region; undefined before one arrives.
 * Rule: announce nothing that the first list or the first sync of a device contains, because those notifications are old.
 */
export function useNewNotification({ data, complete }: Live<readonly NotificationRow[]>): string | undefined {
  const [before, setBefore] = useState<string>();
  const newest = data?.[0];
  if (complete && before === undefined) setBefore(newest?.created_at ?? '');
  return newest && before !== undefined && newest.created_at > before ? newest.title : undefined;
}
