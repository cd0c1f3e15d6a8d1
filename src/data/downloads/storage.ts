import { localQuery } from '@/data/live/live-query';
import { useLatest, useLive } from '@/data/live/use-live';

/** Free bytes for this origin; undefined when the browser does not tell. */
export async function freeBytes(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
}

const freeSpace = localQuery('free space', [], (_stores, _used: number) => freeBytes());

const usedSpace = localQuery(
  'used space',
  [],
  async (_stores, _held: number) => (await navigator.storage?.estimate?.().catch(() => undefined))?.usage,
);

/** The same for a screen, read again whenever `used` bytes change. */
export const useFreeBytes = (used: number): number | undefined => useLatest(useLive(freeSpace, used), '').data;

/** Bytes that everything of this origin takes; read again whenever `held` changes. */
export const useUsedBytes = (held: number): number | undefined => useLatest(useLive(usedSpace, held), '').data;
