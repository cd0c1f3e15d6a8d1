// lite's storage adapter for our file store. lite reads objects through the adapter only on routes that storage-routes.ts does not serve.
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { App } from '@supabase/lite';
import type { ObjectStore, StoredObject } from '../contract/object-store';

type StorageAdapter = NonNullable<App['_storageAdapter']>;

/** lite passes bytes, a Node stream or a web stream. */
function readableOf(body: unknown): Readable {
  if (body instanceof Uint8Array) return Readable.from([body]);
  if (body instanceof Readable) return body;
  return Readable.fromWeb(body as NodeStream);
}

function metadataOf(object: StoredObject) {
  return {
    cacheControl: object.cacheControl,
    contentLength: object.size,
    size: object.size,
    mimetype: object.mimetype,
    lastModified: object.lastModified,
    eTag: object.etag,
  };
}

function adapterOf(files: ObjectStore): StorageAdapter {
  const existing = async (bucket: string, key: string) => {
    const object = await files.find(bucket, key);
    if (!object) throw new Error(`The bytes of ${bucket}/${key} are missing`);
    return object;
  };
  return {
    driver: files,
    async getObject(bucket, key) {
      const object = await existing(bucket, key);
      const bytes = object.size > 0 ? await object.read(0, object.size - 1) : Readable.from([]);
      return { body: Readable.toWeb(bytes), metadata: metadataOf(object), httpStatusCode: 200 };
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      return metadataOf(await files.write(bucket, key, readableOf(body), contentType, cacheControl));
    },
    deleteObject: (bucket, key) => files.remove(bucket, key),
    async deleteObjects(bucket, keys) {
      for (const key of keys) await files.remove(bucket, key);
    },
    async copyObject(bucket, key, _version, toBucket, toKey) {
      const copy = await files.copy({ bucket, key }, { bucket: toBucket, key: toKey });
      if (!copy) throw new Error(`The bytes of ${bucket}/${key} are missing`);
      return metadataOf(copy);
    },
    async headObject(bucket, key) {
      return metadataOf(await existing(bucket, key));
    },
    async privateAssetUrl() {
      throw new Error('Stored files have no URL of their own');
    },
  };
}

/** DANGER: sets a private member of lite, which has no setting for a store of one's own. The pinned version is checked at start. */
export function serveFilesOf(app: App, files: ObjectStore): void {
  app._storageAdapter = adapterOf(files);
}
