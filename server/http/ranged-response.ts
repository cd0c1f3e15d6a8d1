/**
 * Answers GET and HEAD of one file: 200, 206, 304 or 416, with a strong ETag and If-Range. Buffers only a few chunks.
 * Rule: open the file before writing the headers, so that the bytes and the ETag belong to the same version of the file.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { answerRange, type RangeAnswer } from '../../src/shared/byte-range';

export interface ServedFile {
  size: number;
  /** Strong, including its quotes. */
  etag: string;
  lastModified: Date;
  /** The bytes from `start` to `end`, both included. @throws ENOENT when this version of the file no longer exists */
  read(start: number, end: number): Promise<Readable>;
}

/** True when the If-Range validator matches this version. Weak validators never match (RFC 9110 §13.1.5). */
function stillSame(ifRange: string, file: ServedFile): boolean {
  if (ifRange.startsWith('"')) return ifRange === file.etag;
  return !ifRange.startsWith('W/') && ifRange === file.lastModified.toUTCString();
}

function isNotModified(request: Request, file: ServedFile): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes('*') || known.includes(file.etag);
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Number.isFinite(since) && Math.floor(file.lastModified.getTime() / 1000) * 1000 <= since;
}

function rangeOf(request: Request, file: ServedFile): RangeAnswer {
  const ifRange = request.headers.get('if-range');
  const isAsked = request.method === 'GET' && (ifRange === null || stillSame(ifRange, file));
  return answerRange(isAsked ? request.headers.get('range') : null, file.size);
}

/** @throws ENOENT when the file no longer exists. */
export async function respondWithFile(
  request: Request,
  file: ServedFile,
  extra: Record<string, string>,
): Promise<Response> {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.lastModified.toUTCString(),
    ...extra,
  });
  if (isNotModified(request, file)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const range = rangeOf(request, file);
  if (range.kind === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`);
    headers.delete('content-type');
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.size };
  headers.set('content-length', String(end - start));
  if (range.kind === 'part') headers.set('content-range', `bytes ${start}-${end - 1}/${file.size}`);
  const status = range.kind === 'part' ? 206 : 200;
  if (request.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  const bytes: NodeStream = Readable.toWeb(await file.read(start, end - 1));
  return new Response(bytes as ReadableStream<Uint8Array>, { status, headers });
}
