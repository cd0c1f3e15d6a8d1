import type { ReactNode } from 'react';
import { useArrival } from '@/data/sync/use-sync-status';

interface ListStatesProps<T> {
  /** Undefined until read. */
  rows: readonly T[] | undefined;
  skeleton: ReactNode;
  /** What stands there when there is nothing: in the whole school, and on a device that has not heard of it yet. */
  none: ReactNode;
  offline: ReactNode;
  children: (rows: readonly T[]) => ReactNode;
}

/** A list of the home in its states: coming, there, none, not yet on this device. */
export function ListStates<T>({ rows, skeleton, none, offline, children }: ListStatesProps<T>) {
  const arrival = useArrival();
  if (rows && rows.length > 0) return children(rows);
  if (!rows || arrival === 'coming') return skeleton;
  return arrival === 'whole' ? none : offline;
}
