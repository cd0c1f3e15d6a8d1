import { useState } from 'react';
import type { NotificationRow } from '@/domain/rows';

/**
 * The title of the newest notification that arrived while the list is open, for a live region; undefined until one arrives.
 * The first list that is read is what was there before, so nothing of it is announced.
 */
export function useArrivals(rows: readonly NotificationRow[] | undefined): string | undefined {
  const [before, setBefore] = useState<string>();
  const newest = rows?.[0];
  if (rows && before === undefined) setBefore(newest?.created_at ?? '');
  return newest && before !== undefined && newest.created_at > before ? newest.title : undefined;
}
