import { syncStatus } from '@sync';
import type { SyncStatus } from '@sync/protocol/types';
import { useSyncExternalStore } from 'react';

export type { SyncStatus };

/** State of the sync engine, in this tab or in the tab that runs it. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(syncStatus.subscribe, syncStatus.get);
