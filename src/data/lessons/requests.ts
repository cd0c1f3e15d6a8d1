import { backendConfig } from '@/config/env';

/** How long a signed address of a film is good, seconds: longer than a lesson, shorter than a shared link is useful. */
const SIGNED_SECONDS = 3_600;

/** The storage said no, with its reason, and will say it again; what is worth waiting for is a TypeError, as `fetch` has it for a network that failed. */
export class StorageRefused extends Error {}

/** Answers that are no refusal: a session about to be renewed, too slow, too early, too often. */
const LATER = [401, 408, 425, 429];

/** A fresh address of a file in a private bucket, good for an hour. An https address is its own. */
export async function signObject(bucket: string, key: string): Promise<string> {
  if (/^https:\/\//.test(key)) return key;
  const { supabase } = await import('@sync');
  const client = await supabase(backendConfig(location.origin));
  const { data, error } = await client.storage.from(bucket).createSignedUrl(key, SIGNED_SECONDS);
  if (!error) return data.signedUrl;
  const { status = 0 } = error;
  throw status >= 400 && status < 500 && !LATER.includes(status)
    ? new StorageRefused(error.message)
    : new TypeError(error.message);
}

/** A fresh address of a film, good for an hour. `videoUrl`: object key in the bucket `videos`, or an https address. */
export const signVideoUrl = (videoUrl: string): Promise<string> => signObject('videos', videoUrl);
