import { backendConfig } from '@/config/env';
import { captivePortal } from '@/lib/captive-portal';

/** Lifetime of a signed URL (s): longer than a lesson, too short to be worth sharing. */
const SIGNED_SECONDS = 3_600;
/** Longest wait for the answer about one file (ms). */
const FILE_CHECK_MS = 8_000;

/** The storage service rejected the request, and would again. Retryable errors are TypeErrors, like those of `fetch`. */
export class StorageRejected extends Error {}

/** Retryable statuses: expired session, timeout, too early, too many requests. */
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
    ? new StorageRejected(error.message)
    : new TypeError(error.message);
}

/** Signs the URL of a video, for an hour. `videoUrl`: object key in the bucket `videos`, or an https URL. */
export const signVideoUrl = (videoUrl: string): Promise<string> => signObject('videos', videoUrl);

/** Statuses that say nothing about the file: a busy server, or a captive portal (511). */
const saysNothing = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/**
 * Requests one byte of a video that could not be played, to find out whether the file is at fault.
 * Rule: blame a file only after its own server has answered for it. A captive portal, a busy server and a timeout are no answer.
 * @returns true when the server has answered for this file, also with a rejection.
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
    // Another https server may forbid cross-origin reads. A captive portal cannot answer for an https origin.
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
