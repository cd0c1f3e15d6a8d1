import { useEffect } from 'react';
import { useSession } from '@/device/session/session-store';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { lostOf, type StoredRecord, storedRecord } from '@/features/downloads/mutations/record';
import { evictedText, storageEvictedText } from '@/features/sync/text/sync';
import { NOTICE_TOAST_MS } from '@/shared/app-limits';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { toast } from '@/ui/toast';
import { evictedList } from './use-stored-record';

/** Computes the losses for the case that the browser has evicted everything in the record. */
const emptyOf = (record: StoredRecord) => lostOf(record, { ...record, journal: 0, mirror: 0, videos: [], models: [] });

/**
 * Reports that the browser has evicted data. A browser that needs space evicts IndexedDB but keeps localStorage, which stores the number of unsent
 * writes.
 * Rule: report lost writes with their number.
 */
export function useStorageEvictedNotice() {
  const { phase, pending } = useSyncStatus();
  const lost = useSession((state) => state.lost);
  useEffect(() => {
    if (!lost) return;
    useSession.setState({ lost: false });
    const unsent = Number(readStored(STORAGE_KEYS.waiting) ?? 0);
    const record = storedRecord();
    const list = record ? evictedList({ ...emptyOf(record), shell: 0 }) : '';
    const rest = unsent > 0 ? storageEvictedText.unsent(unsent) : storageEvictedText.sent;
    toast('warning', storageEvictedText.title, {
      description: list ? `${evictedText.lost(list)} ${rest}` : rest,
      duration: NOTICE_TOAST_MS,
      // The toast closes itself when its action is clicked.
      action: { label: storageEvictedText.read, onClick: () => undefined },
    });
    writeStored(STORAGE_KEYS.waiting, null);
  }, [lost]);
  // The number of unsent writes is known only while the engine runs, in this tab or in another one.
  const counts = phase !== 'stopped' && phase !== 'starting' && phase !== 'failed';
  useEffect(() => {
    if (counts) writeStored(STORAGE_KEYS.waiting, pending > 0 ? String(pending) : null);
  }, [counts, pending]);
}
