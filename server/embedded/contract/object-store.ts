// The interfaces of the file storage: ../storage/ implements them on the disk, ../storage/s3/ in an S3 store.
import type { Readable } from 'node:stream';
import type { DataStore, Upload } from '@tus/server';

export interface StoredObject {
  size: number;
  /** Strong ETag. */
  etag: string;
  mimetype: string;
  cacheControl: string;
  lastModified: Date;
  /** The bytes from `start` to `end`, both included. @throws an error with the code ENOENT if this version of the object is gone */
  read(start: number, end: number): Promise<Readable>;
}

export interface Place {
  bucket: string;
  key: string;
}

export interface ObjectStore {
  find(bucket: string, key: string): Promise<StoredObject | undefined>;
  /** Streams the body into the store; memory use is independent of its size. A reader sees the old object or the new one. */
  write(bucket: string, key: string, body: Readable, mimetype: string, cacheControl: string): Promise<StoredObject>;
  remove(bucket: string, key: string): Promise<void>;
  copy(from: Place, to: Place): Promise<StoredObject | undefined>;
}

/** Unfinished resumable uploads. */
export interface UploadStore {
  /** The store of the TUS server. */
  readonly datastore: DataStore;
  /** The upload with its metadata; the member `finished` is 'true' after `finish`. */
  find(id: string): Promise<Upload | undefined>;
  /** The first bytes. */
  head(id: string, bytes: number): Promise<Uint8Array>;
  /** Makes the complete upload durable. @returns the strong ETag of its bytes */
  seal(id: string, size: number): Promise<string>;
  /** Turns a sealed upload into an object, without copying bytes through this process. */
  adopt(id: string, etag: string, place: Place, mimetype: string, cacheControl: string): Promise<void>;
  /** Records that the upload has become an object. */
  finish(upload: Upload): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface FileStorage {
  objects: ObjectStore;
  /** Opens the store of uploads at the first call. */
  uploads(): UploadStore;
  /** Removes uploads that nobody has continued. @returns number of removed files */
  removeLeftovers(signal: AbortSignal): Promise<number>;
}
