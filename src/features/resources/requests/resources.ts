import { StorageRejected, signObject } from '@/device/storage/requests';
import type { ResourceRow } from '@/shared/rows';

/** Signs a download URL for a file, valid for an hour. @throws StorageRejected or TypeError, like `signObject` */
export const resourceUrl = (resource: ResourceRow): Promise<string> => signObject('resources', resource.file_url);

/** Fetches a file. @throws StorageRejected with the reason, TypeError without a network */
export async function fetchResource(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new StorageRejected(response.statusText);
  return response.blob();
}
