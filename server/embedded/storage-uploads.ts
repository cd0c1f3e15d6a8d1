// Uploads as one stream, never held in memory: supabase-js sends a Blob as multipart/form-data, whose file part is passed on as a plain body.
import { PassThrough, Readable, Transform } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import busboy from 'busboy';
import type { Context } from 'hono';
import { type Backend, FILE_LIMIT_BYTES } from './backend';

interface Part {
  body: Readable;
  mimetype: string;
  cacheControl: string | undefined;
}

/** The file part of a form. Fields come before it, as supabase-js writes them. */
function filePart(source: Readable, contentType: string): Promise<Part> {
  return new Promise((found, failed) => {
    let cacheControl: string | undefined;
    const parser = busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 10, fieldSize: 64 * 1024 },
    });
    parser.on('field', (name, value) => {
      if (name === 'cacheControl' && /^\d{1,9}$/.test(value)) cacheControl = `max-age=${value}`;
    });
    parser.on('file', (_name, stream, info) => {
      const body = new PassThrough();
      stream.on('error', (error) => body.destroy(error));
      source.on('error', (error) => body.destroy(error));
      stream.pipe(body);
      found({ body, mimetype: info.mimeType, cacheControl });
    });
    parser.on('error', failed);
    parser.on('close', () => failed(new Error('Missing file in multipart upload')));
    source.on('error', failed);
    source.pipe(parser);
  });
}

/** Hands an upload to lite as one counted stream. Too long: 413, whether its length was announced or not. */
export async function forwardUpload(c: Context, backend: Backend, bucket: string): Promise<Response> {
  const tooLarge = (limit: number) =>
    c.json(
      {
        statusCode: '413',
        error: 'Payload too large',
        message: `The object exceeded the maximum allowed size of ${limit} bytes`,
      },
      413,
    );
  const rows = await backend.database.run('select file_size_limit from storage.buckets where id = $1', [bucket]);
  const limit = Math.min(FILE_LIMIT_BYTES, Number(rows[0]?.file_size_limit ?? FILE_LIMIT_BYTES));
  const contentType = c.req.header('content-type') ?? 'application/octet-stream';
  const multipart = /^multipart\/form-data\b/i.test(contentType);
  const announced = Number(c.req.header('content-length') ?? 0);
  if (announced > limit + (multipart ? 256 * 1024 : 0)) return tooLarge(limit);
  if (!c.req.raw.body) return c.json({ statusCode: '400', error: 'InvalidRequest', message: 'Missing body' }, 400);

  const source = Readable.fromWeb(c.req.raw.body as NodeStream);
  const headers = new Headers(c.req.raw.headers);
  let body = source;
  if (multipart) {
    try {
      const part = await filePart(source, contentType);
      body = part.body;
      headers.set('content-type', part.mimetype);
      headers.delete('content-length');
      if (part.cacheControl) headers.set('cache-control', part.cacheControl);
    } catch {
      return c.json({ statusCode: '400', error: 'InvalidRequest', message: 'Missing file in multipart upload' }, 400);
    }
  }
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(new Error(`longer than ${limit} bytes`));
      else done(null, chunk);
    },
  });
  body.on('error', (error) => counted.destroy(error));
  body.pipe(counted);
  const init = { method: c.req.method, headers, body: Readable.toWeb(counted) as ReadableStream, duplex: 'half' };
  const answer = await backend.fetch(new Request(c.req.url, init));
  if (answer.ok) return answer;
  // Refused before it was read: what is still coming is thrown away, and the connection is not used again.
  source.unpipe();
  source.resume();
  const refused = size > limit ? tooLarge(limit) : new Response(answer.body, answer);
  refused.headers.set('connection', 'close');
  return refused;
}
