import type { ReactNode } from 'react';
import { useStillComing } from '@/data/sync/use-sync-status';
import { useOnline } from '@/lib/use-online';

interface ListStatesProps<T> {
  /** Undefined until read. */
  rows: readonly T[] | undefined;
  skeleton: ReactNode;
  /** What stands there when there is nothing: with a network, and on a device that never had one. */
  none: ReactNode;
  offline: ReactNode;
  children: (rows: readonly T[]) => ReactNode;
}

/** A list of the home in its states: coming, there, none, not yet on this device. */
export function ListStates<T>({ rows, skeleton, none, offline, children }: ListStatesProps<T>) {
  const coming = useStillComing();
  const online = useOnline();
  if (rows && rows.length > 0) return children(rows);
  if (!rows || coming) return skeleton;
  return online ? none : offline;
}
