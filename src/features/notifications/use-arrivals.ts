import { useState } from 'react';
import type { NotificationRow } from '@/domain/rows';

/**
 * Title of the newest notification that arrived while the list is open, for a live region; undefined before one arrives.
 * The first list contains old notifications, so it is not announced.
 */
export function useArrivals(rows: readonly NotificationRow[] | undefined): string | undefined {
  const [before, setBefore] = useState<string>();
  const newest = rows?.[0];
  if (rows && before === undefined) setBefore(newest?.created_at ?? '');
  return newest && before !== undefined && newest.created_at > before ? newest.title : undefined;
}
