// Streams uploads without buffering them. supabase-js sends a Blob as multipart/form-data; its file part is forwarded as a plain body.
import { PassThrough, Readable, Transform } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import busboy from 'busboy';
import type { Context } from 'hono';
import type { ServerEnv } from '../../http/server-env';
import { type Backend, FILE_LIMIT_BYTES } from '../contract/backend';
import { storageError } from '../contract/request-policy';
import { isAllowedName, isCheckedByContent, SNIFF_BYTES, storedType } from './content-rules';
import { invalidRequest } from './object-paths';

/** Extra size allowed for boundaries, part headers and fields of a multipart body (bytes). */
const MULTIPART_BYTES = 256 * 1024;

interface FilePart {
  body: Readable;
  mimetype: string;
  cacheControl: string | undefined;
}

/** Extracts the file part of a form. supabase-js writes the form's other fields before the file. */
function filePart(source: Readable, contentType: string): Promise<FilePart> {
  return new Promise((resolve, reject) => {
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
      resolve({ body, mimetype: info.mimeType, cacheControl });
    });
    parser.on('error', reject);
    parser.on('close', () => reject(new Error('Missing file in multipart upload')));
    source.on('error', reject);
    source.pipe(parser);
  });
}

/** Passes bytes through and fails when there are more than `limit`. */
class LimitedStream extends Transform {
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  get exceeded(): boolean {
    return this.#size > this.#limit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null, chunk?: Buffer) => void) {
    this.#size += chunk.length;
    if (this.exceeded) done(new Error(`longer than ${this.#limit} bytes`));
    else done(null, chunk);
  }

  static of(source: Readable, limit: number): LimitedStream {
    const limited = new LimitedStream(limit);
    source.on('error', (error) => limited.destroy(error));
    source.pipe(limited);
    return limited;
  }
}

/** Reads the first bytes of a body. @returns them as `head`, and a stream of the whole body */
async function peek(body: Readable): Promise<{ head: Uint8Array; body: Readable }> {
  const chunks: Buffer[] = [];
  const iterator = body[Symbol.asyncIterator]();
  let size = 0;
  let ended = false;
  while (size < SNIFF_BYTES && !ended) {
    const { value, done } = await iterator.next();
    if (done) ended = true;
    else {
      chunks.push(Buffer.from(value));
      size += chunks.at(-1)?.length ?? 0;
    }
  }
  const head = Buffer.concat(chunks);
  const rest = async function* () {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { head: head.subarray(0, SNIFF_BYTES), body: Readable.from(rest(), { objectMode: false }) };
}

export const wrongType = (c: Context) =>
  storageError(c, 415, '415', 'invalid_mime_type', 'The type of the file is not accepted here');

/** Streams an upload to lite with a byte limit. Answers 413 to a body above the limit, with or without a Content-Length. */
export async function forwardUpload(
  c: Context<ServerEnv>,
  backend: Backend,
  bucket: string,
  key: string,
): Promise<Response> {
  const isService = c.get('caller').role === 'service_role';
  if (!isService && !isAllowedName(bucket, key)) return wrongType(c);
  const rows = await backend.database.run('select file_size_limit from storage.buckets where id = $1', [bucket]);
  const limit = Math.min(FILE_LIMIT_BYTES, Number(rows[0]?.file_size_limit ?? FILE_LIMIT_BYTES));
  const tooLarge = () =>
    storageError(c, 413, '413', 'Payload too large', `The object exceeded the maximum allowed size of ${limit} bytes`);
  const contentType = c.req.header('content-type') ?? 'application/octet-stream';
  const multipart = /^multipart\/form-data\b/i.test(contentType);
  const wholeLimit = limit + (multipart ? MULTIPART_BYTES : 0);
  if (Number(c.req.header('content-length') ?? 0) > wholeLimit) return tooLarge();
  if (!c.req.raw.body) return invalidRequest(c, 'Missing body');

  const source = Readable.fromWeb(c.req.raw.body as NodeStream);
  const whole = LimitedStream.of(source, wholeLimit);
  const headers = new Headers(c.req.raw.headers);
  let body: Readable = whole;
  if (multipart) {
    try {
      const part = await filePart(whole, contentType);
      body = part.body;
      headers.set('content-type', part.mimetype);
      headers.delete('content-length');
      if (part.cacheControl) headers.set('cache-control', part.cacheControl);
    } catch {
      return whole.exceeded ? tooLarge() : invalidRequest(c, 'Missing file in multipart upload');
    }
  }
  if (!isService && isCheckedByContent(bucket)) {
    const peeked = await peek(body).catch(() => undefined);
    const type = peeked && (await storedType(bucket, key, peeked.head, headers.get('content-type') ?? ''));
    if (!peeked || !type) {
      source.unpipe();
      source.resume();
      const rejected = whole.exceeded ? tooLarge() : wrongType(c);
      rejected.headers.set('connection', 'close');
      return rejected;
    }
    body = peeked.body;
    headers.set('content-type', type);
  }
  const file = LimitedStream.of(body, limit);
  const init = { method: c.req.method, headers, body: Readable.toWeb(file) as ReadableStream, duplex: 'half' };
  const answer = await backend.fetch(new Request(c.req.url, init));
  if (answer.ok) return answer;
  // lite may have answered before it read the whole body: discard the remaining bytes and close the connection.
  source.unpipe();
  source.resume();
  const rejected = file.exceeded || whole.exceeded ? tooLarge() : new Response(answer.body, answer);
  rejected.headers.set('connection', 'close');
  return rejected;
}
