import { useSyncStatus } from '@/data/sync/use-sync-status';
import { useOnline } from '@/lib/use-online';
import { type ChipState, syncState } from './sync-state';

/** What the sync chip shows. */
export const useSyncState = (): ChipState => syncState(useSyncStatus(), useOnline());
