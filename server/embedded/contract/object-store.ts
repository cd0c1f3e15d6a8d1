// The part of the file store that routes read. ../storage/files.ts implements it.

export interface StoredObject {
  path: string;
  size: number;
  /** Strong ETag: the hash of the bytes. */
  etag: string;
  mimetype: string;
  cacheControl: string;
  lastModified: Date;
}

export interface ObjectStore {
  find(bucket: string, key: string): Promise<StoredObject | undefined>;
}
