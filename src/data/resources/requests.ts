import { StorageRefused, signObject } from '@/data/storage/requests';
import type { ResourceRow } from '@/domain/rows';

/** Where a file can be fetched from now, good for an hour. @throws when the storage refuses or cannot be reached */
export const resourceUrl = (resource: ResourceRow): Promise<string> => signObject('resources', resource.file_url);

/** The file itself. @throws StorageRefused with the reason, TypeError without a network */
export async function fetchResource(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new StorageRefused(response.statusText);
  return response.blob();
}
