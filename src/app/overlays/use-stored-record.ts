import { useEffect, useRef } from 'react';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { type Evicted, useEvicted } from '@/features/downloads/mutations/evicted';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { evictedText as text } from '@/features/sync/text/sync';
import { whenIdle } from '@/shared/idle';
import { readStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { toast } from '@/ui/toast';
import { useUpdate } from '../start/service-worker';

/** Duration of the toast: long enough to be read (ms). */
const STAYS_MS = 60_000;

/** Number of unsent writes when the page started, read before the first count of this start replaces it. */
const unsentAtStart = Number(readStored(STORAGE_KEYS.waiting) ?? 0);

/** Lists the stores that lost something, for example „12 свалени урока, 3 файла към уроци“. */
export const evictedList = (evicted: Evicted & { shell: number }): string =>
  Object.entries(text.stores)
    .flatMap(([store, say]) => {
      const count = evicted[store as keyof typeof evicted]; // The cast is safe because every key of `text.stores` is one of `evicted`.
      return count > 0 ? say(count) : [];
    })
    .join(', ');

/** After the first complete pull, compares the stored data with the record and restores evicted data. Records every later change. */
function useRecord(account: string): void {
  const { phase } = useSyncStatus();
  const isComplete = phase === 'idle';
  const downloads = useDownloads()
    ?.filter(({ status }) => status === 'completed')
    .map(({ id }) => id)
    .join();
  const compared = useRef(false);
  useEffect(() => {
    if (!isComplete || downloads === undefined) return;
    void whenIdle()
      .then(() => import('@/features/devices/queries/stored-record'))
      .then(async ({ compareStored, recordStored }) => {
        // Rule: do not record before the comparison, because that would hide evicted data.
        if (compared.current) return recordStored(account);
        compared.current = true;
        const lost = await compareStored(account, unsentAtStart);
        if (lost) useEvicted.setState(({ videos }) => ({ ...lost, videos: Math.max(videos, lost.videos) }));
      })
      .catch((error: unknown) => console.warn('What is stored was not recorded:', error));
  }, [account, isComplete, downloads]);
}

/** Reports what the browser has evicted from each store. Data that the server has is fetched again automatically. */
export function useStoredRecord(account: string): void {
  const evicted = useEvicted();
  const shell = useUpdate(({ repaired }) => repaired);
  useRecord(account);
  const list = evictedList({ ...evicted, shell });
  const { unsent } = evicted;
  useEffect(() => {
    const description = [list && text.restored(list), unsent > 0 && text.unsent(unsent)].filter(Boolean).join(' ');
    if (!description) return;
    toast('warning', text.restoredTitle, { id: 'evicted', description, duration: STAYS_MS });
  }, [list, unsent]);
}
