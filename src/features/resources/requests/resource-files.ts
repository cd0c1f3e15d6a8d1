/** Returns a resource from the cache; if it is missing there, fetches and caches it. */
import type { ResourceRow } from '@/shared/rows';
import { keepFile, keptFile } from './resource-cache';
import { fetchResource, resourceUrl } from './resources';

export interface ResourceFile {
  blob: Blob;
  isKept: boolean;
}

/** @throws StorageRejected with the reason, TypeError without a network */
export async function resourceFile(account: string, resource: ResourceRow): Promise<ResourceFile> {
  const kept = await keptFile(account, resource).catch(() => undefined);
  if (kept) return { blob: kept, isKept: true };
  const blob = await fetchResource(await resourceUrl(resource));
  const isKept = await keepFile(account, resource, blob).catch((error: unknown) => {
    // Return the file even if it cannot be cached, for example on a full disk.
    console.warn('The file is not kept for later:', error);
    return false;
  });
  return { blob, isKept };
}
