import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { type ChipState, syncState } from './sync-state';

/** States of the sync chip. */
export const useSyncState = (): ChipState => syncState(useSyncStatus(), useOnline());
