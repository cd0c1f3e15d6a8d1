/**
 * Answers GET and HEAD of one file: 200, 206, 304 or 416, with a strong ETag and If-Range. Never holds more than a few chunks in memory.
 * Rule: the bytes and the ETag of one answer belong to the same version of the file; the file is opened before its headers are written.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import parseRange from 'range-parser';

export interface ServedFile {
  path: string;
  size: number;
  /** Strong, with its quotes. */
  etag: string;
  lastModified: Date;
}

/** Is the validator the caller holds for this version? Weak ones never are (RFC 9110 §13.1.5). */
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

/** The one range asked for; undefined = the whole file; 'unsatisfiable' = beyond its end. Several ranges are answered with the whole, as allowed. */
function rangeOf(request: Request, file: ServedFile): { start: number; end: number } | 'unsatisfiable' | undefined {
  const header = request.headers.get('range');
  if (request.method !== 'GET' || header === null) return undefined;
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && !stillSame(ifRange, file)) return undefined;
  // The last bytes of a file that has fewer are all of it (RFC 9110 §14.1.2); the library calls that unsatisfiable.
  const within = header.replace(
    /^(bytes=\s*-)(\d+)\s*$/,
    (_, last: string, length: string) => last + Math.min(Number(length), file.size),
  );
  const ranges = parseRange(file.size, within, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** @throws ENOENT when the file has gone. */
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
  return new Response(bytesOf(await open(file.path, 'r'), start, end), { status, headers });
}

function bytesOf(handle: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  const stream: NodeStream = Readable.toWeb(handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }));
  return stream as ReadableStream<Uint8Array>;
}
