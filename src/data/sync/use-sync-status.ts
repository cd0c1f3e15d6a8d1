import { syncStatus } from '@sync';
import type { SyncStatus } from '@sync/protocol/types';
import { useSyncExternalStore } from 'react';

export type { SyncStatus };

/** What the engine is doing, in this tab or in the one that runs it. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(syncStatus.subscribe, syncStatus.get);
