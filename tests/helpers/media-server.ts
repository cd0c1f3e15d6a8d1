import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateOfTests } from './test-certificate';

// A media server with realistic faults. It logs each request and the number of bytes sent. Like the storage of a Supabase project, it allows
// every origin to read the file, but exposes only the CORS-safelisted response headers.

export interface MediaRequest {
  range: string | null;
  ifRange: string | null;
  status: number;
  sent: number;
}

export interface MediaFile {
  bytes: Buffer;
  etag: string | null;
  lastModified?: Date;
}

export interface Faults {
  /** Closes the connection after this many bytes of the response body. */
  cutAfter?: number;
  /** Responds with this status. */
  status?: number;
  retryAfter?: string;
  /** Ignores Range and sends the whole file. */
  noRanges?: boolean;
  /** Ignores If-Range, as some servers do. */
  ignoresIfRange?: boolean;
  /** Responds with this page, like a captive portal. */
  page?: string;
  /** Sends without a Content-Length. */
  chunked?: boolean;
  /** Waits for this promise before it sends byte `holdAt` of the body. */
  hold?: Promise<void>;
  holdAt?: number;
}

export interface MediaServer {
  url: string;
  file: MediaFile;
  requests: MediaRequest[];
  /** Faults of the next responses, in order; when the list is empty, `always` applies. */
  next: Faults[];
  always: Faults;
  close: () => Promise<void>;
}

export const etagOf = (bytes: Buffer) => `"${createHash('sha1').update(bytes).digest('hex')}"`;

async function send(response: ServerResponse, body: Buffer, faults: Faults, log: MediaRequest): Promise<void> {
  const step = 16_384;
  const end = Math.min(body.length, faults.cutAfter ?? body.length);
  let held = faults.hold;
  for (let at = 0; at < end; ) {
    if (held && at >= (faults.holdAt ?? 0)) {
      await held;
      held = undefined;
    }
    const stop = Math.min(at + step, end, held ? Math.max(at + 1, faults.holdAt ?? 0) : end);
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(body.subarray(at, stop), () => resolve()));
    log.sent += stop - at;
    at = stop;
  }
  if (end < body.length) response.destroy();
  else response.end();
}

function answer(server: MediaServer, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { 'Access-Control-Allow-Headers': 'Range' }).end();
    return;
  }
  const faults = { ...server.always, ...server.next.shift() };
  const { bytes, etag, lastModified } = server.file;
  const [range, ifRange] = [request.headers.range ?? null, (request.headers['if-range'] as string | undefined) ?? null];
  const log: MediaRequest = { range, ifRange, status: 200, sent: 0 };
  server.requests.push(log);
  if (faults.status) {
    log.status = faults.status;
    response.writeHead(faults.status, faults.retryAfter ? { 'Retry-After': faults.retryAfter } : {}).end();
    return;
  }
  if (faults.page) {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(faults.page);
    return;
  }
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  const usable = match && !faults.noRanges && (ifRange === null || faults.ignoresIfRange || ifRange === etag);
  const start = usable ? Number(match[1]) : 0;
  const end = usable && match[2] ? Math.min(Number(match[2]) + 1, bytes.length) : bytes.length;
  if (usable && start >= bytes.length) {
    log.status = 416;
    response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end();
    return;
  }
  log.status = usable ? 206 : 200;
  response.writeHead(log.status, {
    'Content-Type': 'video/mp4',
    ...(etag ? { ETag: etag } : {}),
    ...(lastModified ? { 'Last-Modified': lastModified.toUTCString() } : {}),
    ...(faults.chunked ? {} : { 'Content-Length': String(end - start) }),
    ...(usable ? { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` } : {}),
  });
  void send(response, bytes.subarray(start, end), faults, log);
}

export async function startMediaServer(bytes: Buffer, { tls = false } = {}): Promise<MediaServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => answer(server, request, response);
  const http = tls ? createTlsServer(certificateOfTests(), listener) : createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const server: MediaServer = {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${(http.address() as AddressInfo).port}/lesson.mp4`,
    file: { bytes, etag: etagOf(bytes) },
    requests: [],
    next: [],
    always: {},
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
