import { backendConfig } from '@/config/env';
import type { ResourceRow } from '@/domain/rows';

/** How long a signed address of a film is good, seconds: longer than a lesson, shorter than a shared link is useful. */
const SIGNED_SECONDS = 3_600;

/** The storage said no, with its reason; a network that failed is a TypeError, as `fetch` has it. */
export class StorageRefused extends Error {}

async function sign(bucket: string, key: string, download?: string): Promise<string> {
  if (/^https:\/\//.test(key)) return key;
  const { supabase } = await import('@sync');
  const client = await supabase(backendConfig(location.origin));
  const { data, error } = await client.storage.from(bucket).createSignedUrl(key, SIGNED_SECONDS, download ? { download } : {});
  if (!error) return data.signedUrl;
  if ('status' in error && typeof error.status === 'number' && error.status < 500) throw new StorageRefused(error.message);
  throw new TypeError(error.message);
}

/** A fresh address of a film, good for an hour. `videoUrl`: object key in the bucket `videos`, or an https address. */
export const signVideoUrl = (videoUrl: string): Promise<string> => sign('videos', videoUrl);

/** Brings a resource to the device as a file of its own name. @throws when it cannot be read; `url` may still be opened. */
export async function fetchResource(resource: ResourceRow): Promise<{ url: string; blob: Promise<Blob> }> {
  const url = await sign('resources', resource.file_url);
  const blob = fetch(url).then((response) => {
    if (!response.ok) throw new StorageRefused(response.statusText);
    return response.blob();
  });
  return { url, blob };
}
