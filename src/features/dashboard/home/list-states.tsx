import type { ReactNode } from 'react';
import type { Live } from '@/device/live/live';
import { useInitialSync } from '@/device/sync/use-initial-sync';

interface ListStatesProps<T> {
  rows: Live<readonly T[]>;
  skeleton: ReactNode;
  /** Shown for an empty list if this device has all rows. */
  none: ReactNode;
  /** Shown for an empty list if this device may lack rows or cannot read them. */
  offline: ReactNode;
  children: (rows: readonly T[]) => ReactNode;
}

/** Renders a list on the home in each of its states: pending, ready, empty, not on this device. */
export function ListStates<T>({ rows, skeleton, none, offline, children }: ListStatesProps<T>) {
  const initialSync = useInitialSync(rows.complete);
  if (rows.data && rows.data.length > 0) return children(rows.data);
  if (rows.status === 'error') return offline;
  if (rows.status === 'loading' || initialSync === 'pending') return skeleton;
  return initialSync === 'complete' ? none : offline;
}
