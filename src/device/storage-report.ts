import { localQuery, useLatest, useLive } from '@/device/live/use-live';

/** The storage that this origin uses (bytes), and whether the browser may evict it. */
export interface StorageReport {
  /** True if the browser never evicts the data by itself; undefined if the browser does not report this. */
  persisted: boolean | undefined;
  used: number | undefined;
  /** Bytes that may still be written. */
  free: number | undefined;
  /** Bytes of the caches (Cache Storage); undefined if the browser does not report them. */
  app: number | undefined;
  /** Bytes of the databases (IndexedDB); undefined if the browser does not report them. */
  data: number | undefined;
}

/** Chromium also reports the usage by kind. */
interface Estimate extends StorageEstimate {
  usageDetails?: { caches?: number; indexedDB?: number };
}

async function report(): Promise<StorageReport> {
  const { storage } = navigator;
  const [estimate, persisted] = await Promise.all([
    storage?.estimate?.().catch(() => undefined) as Promise<Estimate | undefined> | undefined,
    storage?.persisted?.().catch(() => undefined),
  ]);
  const { usage, quota, usageDetails } = estimate ?? {};
  return {
    persisted,
    used: usage,
    free: usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage),
    app: usageDetails?.caches,
    data: usageDetails?.indexedDB,
  };
}

const storageReport = localQuery(
  'The storage report could not be read:',
  [],
  async (_stores, _stored: number) => report(),
  {
    remember: true,
  },
);

/** The storage report, read again when `stored`, the bytes of the downloads, changes; undefined until read. */
export const useStorageReport = (stored: number): StorageReport | undefined =>
  useLatest(useLive(storageReport, stored), '').data;

/** Requests persistent storage; the browser decides by itself or asks the learner. */
export async function persistStorage(): Promise<void> {
  if (await navigator.storage?.persisted?.()) return;
  await navigator.storage?.persist?.();
}
