/**
 * Answers GET and HEAD of one file: 200, 206, 304 or 416, with a strong ETag and If-Range. Buffers only a few chunks.
 * Rule: open the file before writing the headers, so that the bytes and the ETag belong to the same version of the file.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import parseRange from 'range-parser';

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

/** The requested range; undefined = the whole file; 'unsatisfiable' = beyond its end. Several ranges also mean the whole file (RFC 9110). */
function rangeOf(request: Request, file: ServedFile): { start: number; end: number } | 'unsatisfiable' | undefined {
  const header = request.headers.get('range');
  if (request.method !== 'GET' || header === null) return undefined;
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && !stillSame(ifRange, file)) return undefined;
  // A suffix range longer than the file means the whole file (RFC 9110 §14.1.2); range-parser calls it unsatisfiable.
  const within = header.replace(
    /^(bytes=\s*-)(\d+)\s*$/,
    (_, last: string, length: string) => last + Math.min(Number(length), file.size),
  );
  const ranges = parseRange(file.size, within, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
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
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`);
    headers.delete('content-type');
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers.set('content-length', String(end - start + 1));
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  const bytes: NodeStream = Readable.toWeb(await file.read(start, end));
  return new Response(bytes as ReadableStream<Uint8Array>, { status, headers });
}
