import { syncStatus } from '@sync';
import type { SyncStatus } from '@sync/protocol/types';
import { useSyncExternalStore } from 'react';

export type { SyncStatus };

/** State of the sync engine, which runs in this tab or in another one. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(syncStatus.subscribe, syncStatus.get);
