import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';

/** What the browser stores for the product, and whether it may evict it. */
export interface StorageReport {
  /** Undefined when the browser does not report it. */
  persisted: boolean | undefined;
  used: number | undefined;
  /** Bytes that may still be written. */
  free: number | undefined;
  /** Bytes by kind, where the browser reports them: the app's own files, and the learner's data. */
  app: number | undefined;
  data: number | undefined;
}

/** Only Chromium reports the details. */
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

const storageReport = localQuery('storage report', [], async (_stores, _downloads: number) => report());

/** `downloads`: number of downloads; a change repeats the report. */
export const useStorageReport = (downloads: number): StorageReport | undefined =>
  useLive(storageReport, downloads).data;

/** Asks the browser for persistent storage. Browsers decide automatically or ask the learner. */
export async function persistStorage(): Promise<void> {
  if (await navigator.storage?.persisted?.()) return;
  await navigator.storage?.persist?.();
}
