import { syncStatus } from '@sync';
import type { SyncStatus } from '@sync/protocol/types';
import { useStore } from 'zustand';

export type { SyncStatus };

/** State of the sync engine, which runs in this tab or in another one. */
export const useSyncStatus = (): SyncStatus => useStore(syncStatus);
