import { sessionClient } from '@/device/session/requests';
import { captivePortal } from '@/shared/captive-portal';
import { backendConfig } from '@/shared/product';

/** Lifetime of a signed URL (s): longer than a lesson, but so short that a shared URL soon stops working. */
const SIGNED_SECONDS = 3_600;
/** Timeout of `hasAnsweredFor` (ms). */
const FILE_CHECK_MS = 8_000;

/** The storage service rejected the request, so a retry is useless. Retryable errors are TypeErrors, like network errors of `fetch`. */
export class StorageRejected extends Error {}

/** Retryable statuses: expired session, timeout, too early, too many requests. */
const LATER = [401, 408, 425, 429];
/** Supabase Storage answers an access token that has expired, or that it cannot read, with the status 400. The session is then renewed. */
const TOKEN_TEXTS = /jwt|jws|claim|signature verification/i;

/** Returns a URL, valid for an hour, for a file in a private bucket; returns an https URL as it is. @throws StorageRejected, TypeError */
export async function signObject(bucket: string, key: string): Promise<string> {
  if (/^https:\/\//.test(key)) return key;
  const client = await sessionClient();
  const { data, error } = await client.storage.from(bucket).createSignedUrl(key, SIGNED_SECONDS);
  if (!error) return data.signedUrl;
  const { status = 0 } = error;
  const isLater = LATER.includes(status) || (status === 400 && TOKEN_TEXTS.test(error.message));
  throw status >= 400 && status < 500 && !isLater ? new StorageRejected(error.message) : new TypeError(error.message);
}

/** Returns a URL, valid for an hour, for a video. `videoUrl`: object key in the bucket `videos`, or an https URL. */
export const signVideoUrl = (videoUrl: string): Promise<string> => signObject('videos', videoUrl);

/** True for statuses that do not concern the file itself: a busy server, or a captive portal (511). */
const saysNothing = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/**
 * After a video failed to play, requests one byte of it to find out whether its server is reachable.
 * Rule: treat the file as faulty only if its own server has responded; a captive portal, a busy server and a timeout do not count as a response.
 * @returns true if the file's server has responded, even with a rejection
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
    captivePortal.setState(isPortal);
    return !isPortal && !saysNothing(answer.status);
  } catch {
    // The request also fails if the server sends no CORS headers. For another https origin, send it again in mode `no-cors`. If this succeeds,
    // the file's server has responded, because a captive portal cannot impersonate an https origin.
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
