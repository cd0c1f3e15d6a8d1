// Interprets a media server's response during a download. Pure; the only place that decides whether the bytes of two
// responses may be joined.
// Rule: join them only if both responses have the same version and size of the file. The storage of a Supabase project ignores If-Range, and hides
// ETag and Content-Range from pages of other origins; those can always read Last-Modified and Content-Length.

import { LONGEST_DOWNLOAD_PAUSE_MS } from '@/shared/app-limits';
import type { Gap } from './gaps';

export interface KnownFile {
  /** Size of the file (bytes); 0 = unknown. */
  size: number;
  /** See `versionOf`. */
  version: string | null;
}

export type Answer =
  /** The body starts at `position` of the known file. */
  | { kind: 'body'; position: number }
  /** The body is a complete file, but not the file from which the stored chunks come. */
  | { kind: 'new-file'; size: number; version: string | null }
  /** The response does not continue the stored chunks: discard them and request the whole file. */
  | { kind: 'restart' }
  /** The signed URL has expired. */
  | { kind: 'sign-again'; detail: string }
  /** The server asks to wait. */
  | { kind: 'wait'; afterMs: number | undefined }
  | { kind: 'rejected'; detail: string };

/**
 * Identifies the bytes of a file: its strong ETag, or Last-Modified if no ETag is readable. Null for a weak ETag, which does not guarantee equal
 * bytes. A second is precise enough: uploads never overwrite a stored file, because each has a new key.
 */
function versionOf(headers: Headers): string | null {
  const etag = headers.get('ETag');
  return etag === null ? headers.get('Last-Modified') : strongEtag(etag);
}

/** The version if it is a strong ETag. */
export const strongEtag = (version: string | null): string | null =>
  version !== null && /^"[^"]*"$/.test(version) ? version : null;

/** True if a 206 response contains the requested gap. Without a readable Content-Range, its length shows it. */
function isGap(headers: Headers, { start, end }: Gap, { size }: KnownFile): boolean {
  const range = headers.get('Content-Range');
  if (range === null) return Number(headers.get('Content-Length')) === (end ?? size) - start;
  const match = /^bytes (\d+)-\d+\/(\d+)$/.exec(range);
  return match !== null && Number(match[1]) === start && Number(match[2]) === size;
}

function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_DOWNLOAD_PAUSE_MS) : undefined;
}

/**
 * Range headers to request a gap; none if the gap is the whole file or no version is known. A date is not sent as If-Range, because other origins
 * need not allow that header; `readAnswer` compares it.
 */
export function requestHeaders(gap: Gap, file: KnownFile): Record<string, string> {
  const etag = strongEtag(file.version);
  if (file.version === null || (gap.start === 0 && (gap.end === undefined || gap.end === file.size))) return {};
  const last = gap.end === undefined || gap.end === file.size ? '' : String(gap.end - 1);
  return { Range: `bytes=${gap.start}-${last}`, ...(etag && { 'If-Range': etag }) };
}

const WAITING = [408, 425, 429, 500, 502, 503, 504];
const EXPIRED = [400, 401, 403];

export function readAnswer(status: number, statusText: string, headers: Headers, gap: Gap, file: KnownFile): Answer {
  const version = versionOf(headers);
  const isSame = version !== null && version === file.version;
  // An HTML response comes from a captive portal, because no video is HTML.
  if (status < 300 && /^text\/html\b/i.test(headers.get('Content-Type') ?? ''))
    return { kind: 'wait', afterMs: undefined };
  if (status === 200) {
    const size = Number(headers.get('Content-Length') ?? 0);
    return isSame && size === file.size ? { kind: 'body', position: 0 } : { kind: 'new-file', size, version };
  }
  if (status === 206)
    return isSame && isGap(headers, gap, file) ? { kind: 'body', position: gap.start } : { kind: 'restart' };
  if (status === 416) return { kind: 'restart' };
  const detail = statusText || String(status);
  if (EXPIRED.includes(status)) return { kind: 'sign-again', detail };
  if (WAITING.includes(status)) return { kind: 'wait', afterMs: retryAfterMs(headers) };
  return { kind: 'rejected', detail };
}
