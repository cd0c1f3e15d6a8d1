/**
 * Answers `/media/offline/<video>?account=<uid>` from the downloads of that account: GET and HEAD, the whole file or a range.
 * Guarantees: exact bytes and headers (200, 206, 416; 404 not downloaded; 403 locked), streamed chunk by chunk.
 * Never reads a whole file into memory, never uses the network, never writes.
 */
import { findOfflineVideo } from '../src/device/transfers/downloads/download-reader';
import { answerRange } from '../src/shared/byte-range';
import { type ChunkSpan, spansOf } from './range';

const OFFLINE_MEDIA = /^\/media\/offline\/([^/]+)$/;
const ACCOUNT = /^[A-Za-z0-9-]{1,64}$/;

export const isOfflineMedia = (url: URL) => url.pathname.startsWith('/media/offline/');

function addressOf(url: URL): { videoId: string; account: string } | undefined {
  const videoId = OFFLINE_MEDIA.exec(url.pathname)?.[1];
  const account = url.searchParams.get('account');
  if (!videoId || !account || !ACCOUNT.test(account)) return undefined;
  try {
    return { videoId: decodeURIComponent(videoId), account };
  } catch {
    return undefined; // a malformed escape sequence
  }
}

const rejection = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

type ReadChunk = (index: number) => Promise<Blob | undefined>;

function streamOf(readChunk: ReadChunk, spans: ChunkSpan[], first: Blob): ReadableStream<Uint8Array> {
  let next = 0;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        if (!reader) {
          const span = spans[next];
          if (!span) return controller.close();
          const blob = next === 0 ? first : await readChunk(span.index);
          if (!blob) throw new Error(`part ${span.index} is gone`);
          next += 1;
          reader = blob.slice(span.from, span.to).stream().getReader();
        }
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        reader = undefined;
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

export async function answerOfflineMedia(request: Request, now = Date.now()): Promise<Response> {
  const address = addressOf(new URL(request.url));
  if (!address) return rejection(404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return rejection(405, { Allow: 'GET, HEAD' });
  const video = await findOfflineVideo(address.account, address.videoId, now);
  if (video.state !== 'ready') return rejection(video.state === 'locked' ? 403 : 404);

  const { type, size, etag, parts } = video.entry;
  const ifRange = request.headers.get('If-Range');
  const asked = answerRange(ifRange === null || ifRange === etag ? request.headers.get('Range') : null, size);
  if (asked.kind === 'unsatisfiable')
    return rejection(416, { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' });

  const { start, end } = asked.kind === 'part' ? asked : { start: 0, end: size };
  const headers = new Headers({
    'Content-Type': type,
    'Content-Length': String(end - start),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  });
  if (etag) headers.set('ETag', etag);
  if (asked.kind === 'part') headers.set('Content-Range', `bytes ${start}-${end - 1}/${size}`);
  const status = asked.kind === 'part' ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const spans = spansOf(
    parts.map((part) => part.size),
    start,
    end,
  );
  const first = spans[0] && (await video.readChunk(spans[0].index));
  if (!first) return rejection(404);
  const [only] = spans;
  // A range inside one chunk needs no stream: the browser reads the Blob itself, even after this worker has stopped.
  const body = spans.length === 1 && only ? first.slice(only.from, only.to) : streamOf(video.readChunk, spans, first);
  return new Response(body, { status, headers });
}
