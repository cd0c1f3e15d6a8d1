import { useLiveQuery } from 'dexie-react-hooks';

/** Free bytes for this origin; undefined when the browser does not tell. */
export async function freeBytes(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
}

/** The same for a screen, asked anew whenever `used` bytes change. */
export const useFreeBytes = (used: number): number | undefined => useLiveQuery(freeBytes, [used]);

/** Bytes that everything of this origin takes; asked anew whenever `held` changes. */
export const useUsedBytes = (held: number): number | undefined =>
  useLiveQuery(async () => (await navigator.storage?.estimate?.().catch(() => undefined))?.usage, [held]);
