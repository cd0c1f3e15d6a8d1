// The part of the file store that routes use. ../storage/files.ts implements it.

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
  /** Moves a complete file, which must be on the same disk, into the store by a rename. `hash`: SHA-256 of its bytes (hex). */
  adopt(
    source: string,
    hash: string,
    bucket: string,
    key: string,
    mimetype: string,
    cacheControl: string,
  ): Promise<void>;
}
