import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { type ChipState, syncState } from './sync-state';

/** What the sync chip shows. */
export const useSyncState = (): ChipState => syncState(useSyncStatus(), useOnline());
