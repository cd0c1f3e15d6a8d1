import { localQuery, useLatest, useLive } from '@/device/live/use-live';

/** Free bytes for this origin; undefined when the browser does not report them. */
export async function freeBytes(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
}

const freeSpace = localQuery('The free space could not be read:', [], (_stores, _used: number) => freeBytes());

/** `freeBytes` as a hook; reads again when `used` (bytes) changes. */
export const useFreeBytes = (used: number): number | undefined => useLatest(useLive(freeSpace, used), '').data;
