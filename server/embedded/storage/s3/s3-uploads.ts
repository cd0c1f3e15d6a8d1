// Resumable uploads in an S3 store, so that any process can continue the upload of another.
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import type { KvStore, Upload } from '@tus/server';
import type { Place, UploadStore } from '../../contract/object-store';
import { UPLOAD_LIFE_MS } from '../upload-leftovers';
import { ETAG, nameOf, sourceOf } from './s3-objects';

/** Rule: cache nothing about an upload, because another process may have continued or finished it. */
const noCache: KvStore<MetadataValue> = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

export class S3Uploads implements UploadStore {
  readonly datastore: S3Store;
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, config: S3ClientConfig, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.datastore = new S3Store({
      s3ClientConfig: { ...config, bucket },
      cache: noCache,
      expirationPeriodInMilliseconds: UPLOAD_LIFE_MS,
      // Not every store has tags.
      useTags: false,
    });
  }

  find(id: string): Promise<Upload | undefined> {
    return this.datastore.getUpload(id).catch(() => undefined);
  }

  async head(id: string, bytes: number): Promise<Uint8Array> {
    const range = { Bucket: this.#bucket, Key: id, Range: `bytes=0-${bytes - 1}` };
    const { Body } = await this.#client.send(new GetObjectCommand(range));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  }

  /** Rule: two processes may have written the same part at once after a cut connection, so compare the size. */
  async seal(id: string, size: number): Promise<string> {
    const { ContentLength, ETag } = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: id }));
    if (ContentLength !== size || !ETag)
      throw { status_code: 500, body: 'The upload is damaged and must be sent again' };
    return ETag;
  }

  async adopt(id: string, etag: string, place: Place, mimetype: string, cacheControl: string): Promise<void> {
    await this.#client.send(
      new CopyObjectCommand({
        Bucket: this.#bucket,
        Key: nameOf(place),
        CopySource: sourceOf(this.#bucket, id),
        MetadataDirective: 'REPLACE',
        Metadata: { [ETAG]: etag },
        ContentType: mimetype,
        CacheControl: cacheControl,
      }),
    );
  }

  /** Replaces the record of the upload, which the store of uploads reads, and removes the bytes, which the object has now. */
  async finish(upload: Upload): Promise<void> {
    const Bucket = this.#bucket;
    await this.#client.send(
      new PutObjectCommand({
        Bucket,
        Key: `${upload.id}.info`,
        Body: JSON.stringify(upload),
        Metadata: { 'upload-id': 'finished' },
      }),
    );
    await this.#delete([upload.id]);
  }

  async remove(id: string): Promise<void> {
    // The store of uploads fails for one whose bytes are complete.
    await this.datastore.remove(id).catch(() => undefined);
    await this.#delete([id, `${id}.info`, `${id}.part`]);
  }

  async removeLeftovers(signal: AbortSignal, now = Date.now()): Promise<number> {
    let removed = await this.datastore.deleteExpired();
    let ContinuationToken: string | undefined;
    do {
      // Only the root: objects are in folders.
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Delimiter: '/', ContinuationToken }),
      );
      const old = (page.Contents ?? []).filter(
        ({ LastModified }) => now - (LastModified?.getTime() ?? now) > UPLOAD_LIFE_MS,
      );
      await this.#delete(old.flatMap(({ Key }) => Key ?? []));
      removed += old.length;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken && !signal.aborted);
    return removed;
  }

  async #delete(names: string[]): Promise<void> {
    if (names.length === 0) return;
    const Objects = names.map((Key) => ({ Key }));
    await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }));
  }
}
