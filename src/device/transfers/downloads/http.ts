// Interprets a media server's response during a download. Pure; the only place that decides whether the bytes of two
// responses may be joined.
// Rule: join them only if both responses have the same strong ETag and the same file size.

import { LONGEST_DOWNLOAD_PAUSE_MS } from '@/shared/app-limits';
import type { Gap } from './gaps';

export interface KnownFile {
  /** Size of the file (bytes); 0 = unknown. */
  size: number;
  etag: string | null;
}

export type Answer =
  /** The body starts at `position` of the known file. */
  | { kind: 'body'; position: number }
  /** The body is a complete file, but not the file from which the stored chunks come. */
  | { kind: 'new-file'; size: number; etag: string | null }
  /** The response does not continue the stored chunks: discard them and request the whole file. */
  | { kind: 'restart' }
  /** The signed URL has expired. */
  | { kind: 'sign-again'; detail: string }
  /** The server asks to wait. */
  | { kind: 'wait'; afterMs: number | undefined }
  | { kind: 'rejected'; detail: string };

/** The strong ETag; null for a weak one, because it does not guarantee equal bytes. */
export function strongEtag(headers: Headers): string | null {
  const etag = headers.get('ETag');
  return etag !== null && /^"[^"]*"$/.test(etag) ? etag : null;
}

/** Parses a Content-Range header such as `bytes 0-9/100`. */
function contentRangeOf(headers: Headers): { start: number; size: number } | undefined {
  const match = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('Content-Range') ?? '');
  return match ? { start: Number(match[1]), size: Number(match[2]) } : undefined;
}

function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_DOWNLOAD_PAUSE_MS) : undefined;
}

/** Range headers to request a gap; none if the gap is the whole file or no ETag is known. */
export function requestHeaders(gap: Gap, file: KnownFile): Record<string, string> {
  if (file.etag === null || (gap.start === 0 && (gap.end === undefined || gap.end === file.size))) return {};
  const last = gap.end === undefined || gap.end === file.size ? '' : String(gap.end - 1);
  return { Range: `bytes=${gap.start}-${last}`, 'If-Range': file.etag };
}

const WAITING = [408, 425, 429, 500, 502, 503, 504];
const EXPIRED = [400, 401, 403];

export function readAnswer(status: number, statusText: string, headers: Headers, gap: Gap, file: KnownFile): Answer {
  const etag = strongEtag(headers);
  // An HTML response comes from a captive portal, because no video is HTML.
  if (status < 300 && /^text\/html\b/i.test(headers.get('Content-Type') ?? ''))
    return { kind: 'wait', afterMs: undefined };
  if (status === 200) {
    const size = Number(headers.get('Content-Length') ?? 0);
    const same = etag !== null && etag === file.etag && size === file.size;
    return same ? { kind: 'body', position: 0 } : { kind: 'new-file', size, etag };
  }
  if (status === 206) {
    const range = contentRangeOf(headers);
    const same = etag !== null && etag === file.etag && range?.start === gap.start && range.size === file.size;
    return same ? { kind: 'body', position: gap.start } : { kind: 'restart' };
  }
  if (status === 416) return { kind: 'restart' };
  const detail = statusText || String(status);
  if (EXPIRED.includes(status)) return { kind: 'sign-again', detail };
  if (WAITING.includes(status)) return { kind: 'wait', afterMs: retryAfterMs(headers) };
  return { kind: 'rejected', detail };
}
