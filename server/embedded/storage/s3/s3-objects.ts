// Objects in an S3 store. The store replaces an object at once, so a reader sees the old object or the new one.
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ObjectStore, Place, StoredObject } from '../../contract/object-store';
import { BadKey, isGoodKey } from '../files';

/** Longest name in an S3 store (bytes). */
const NAME_BYTES = 1024;
/** The upload's ETag, because a copy inside the store has another one. */
export const ETAG = 'etag';

/** The object's name in the store. */
export function nameOf({ bucket, key }: Place): string {
  const name = `${bucket}/${key}`;
  if (!isGoodKey(key) || Buffer.byteLength(name) > NAME_BYTES) throw new BadKey(`Invalid key: ${key.slice(0, 100)}`);
  return name;
}

/** The source of a copy: the bucket and the escaped name. */
export const sourceOf = (bucket: string, name: string) =>
  `${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`;

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
const gone = (cause: unknown) => Object.assign(new Error('The object was replaced', { cause }), { code: 'ENOENT' });

export class S3Objects implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  #at(place: Place): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: nameOf(place) };
  }

  async find(bucket: string, key: string): Promise<StoredObject | undefined> {
    const at = this.#at({ bucket, key });
    const head = await this.#client.send(new HeadObjectCommand(at)).catch((error: unknown) => {
      if (statusOf(error) === 404) return undefined;
      throw error;
    });
    if (!head) return undefined;
    return {
      size: head.ContentLength ?? 0,
      etag: head.Metadata?.[ETAG] ?? head.ETag ?? '',
      mimetype: head.ContentType ?? 'application/octet-stream',
      cacheControl: head.CacheControl ?? 'no-cache',
      lastModified: head.LastModified ?? new Date(0),
      read: async (start, end) => {
        const range = { ...at, Range: `bytes=${start}-${end}`, IfMatch: head.ETag };
        const object = await this.#client.send(new GetObjectCommand(range)).catch((error: unknown) => {
          throw [404, 412].includes(statusOf(error)) ? gone(error) : error;
        });
        const bytes = object.Body as Readable;
        if (object.ETag === head.ETag) return bytes;
        // Not every store knows If-Match.
        bytes.destroy();
        throw gone(undefined);
      },
    };
  }

  async write(
    bucket: string,
    key: string,
    body: Readable,
    mimetype: string,
    cacheControl: string,
  ): Promise<StoredObject> {
    const params = { ...this.#at({ bucket, key }), Body: body, ContentType: mimetype, CacheControl: cacheControl };
    await new Upload({ client: this.#client, params }).done();
    const stored = await this.find(bucket, key);
    if (!stored) throw new Error('the object was removed while it was being written');
    return stored;
  }

  async remove(bucket: string, key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at({ bucket, key })));
  }

  async copy(from: Place, to: Place): Promise<StoredObject | undefined> {
    if (!(await this.find(from.bucket, from.key))) return undefined;
    const source = sourceOf(this.#bucket, nameOf(from));
    await this.#client.send(new CopyObjectCommand({ ...this.#at(to), CopySource: source }));
    return this.find(to.bucket, to.key);
  }
}
