import { backendConfig } from '@/config/env';
import { captivePortal } from '@/lib/captive-portal';

/** Lifetime of a signed URL (s): longer than a lesson, too short to be worth sharing. */
const SIGNED_SECONDS = 3_600;
/** Longest wait for the answer about one file (ms). */
const FILE_CHECK_MS = 8_000;

/** The storage service refused, with its reason, and will refuse again. Errors that are worth a retry are TypeErrors, like those of `fetch`. */
export class StorageRefused extends Error {}

/** Statuses that ask for a later attempt: an expired session, too slow, too early, too many requests. */
const LATER = [401, 408, 425, 429];

/** Signs the URL of a file in a private bucket, for an hour. An https URL is returned as it is. */
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

/** Signs the URL of a video, for an hour. `videoUrl`: object key in the bucket `videos`, or an https URL. */
export const signVideoUrl = (videoUrl: string): Promise<string> => signObject('videos', videoUrl);

/** Statuses of a server or a gateway that says nothing about the file: busy, or a captive portal that asks to sign in (511). */
const saysNothing = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/**
 * Asks for one byte of a video that could not be played.
 * Rule: a file is blamed only after its server itself has answered for it. A page of a captive portal, a busy server and silence are no answer.
 * @returns whether the server has answered for this file, also with a refusal.
 */
export async function hasAnsweredFor(url: string): Promise<boolean> {
  const ask = (mode: RequestMode) =>
    fetch(url, {
      mode,
      cache: 'no-store',
      headers: { Range: 'bytes=0-0' },
      signal: AbortSignal.timeout(FILE_CHECK_MS),
    });
  try {
    const answer = await ask('cors');
    void answer.body?.cancel().catch(() => undefined);
    const isPortal = /^text\/html\b/i.test(answer.headers.get('Content-Type') ?? '');
    captivePortal.set(isPortal);
    return !isPortal && !saysNothing(answer.status);
  } catch {
    // A foreign https server may forbid scripts to read its files. A captive portal cannot answer in its name.
    const { protocol, origin } = new URL(url, location.origin);
    if (
      protocol !== 'https:' ||
      origin === location.origin ||
      origin === new URL(backendConfig(location.origin).url).origin
    )
      return false;
    return ask('no-cors').then(
      () => true,
      () => false,
    );
  }
}
