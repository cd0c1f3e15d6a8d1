// Stores the bytes of unfinished uploads: hashes them while they arrive and syncs them to the disk in the background. When a large upload ends, the
// server therefore neither reads the file again nor waits until the whole file is on the disk.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { ERRORS, type Upload } from '@tus/server';
import type { Place, UploadStore } from '../contract/object-store';
import type { Files } from './files';
import { UPLOAD_LIFE_MS } from './upload-leftovers';

/** Number of uploads whose hash is kept in memory. Any other upload, for example one from before a restart, is read again when it is complete. */
const MOST_HASHES = 100;

interface Hashed {
  hash: Hash;
  /** Number of the upload's bytes that `hash` covers so far. */
  size: number;
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function hashOf(path: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash;
}

export class UnfinishedUploads extends FileStore implements UploadStore {
  readonly datastore = this;
  readonly #files: Pick<Files, 'adopt'>;
  readonly #hashes = new Map<string, Hashed>();
  readonly #syncs = new Map<string, Promise<void>>();

  /** Creates the folder. */
  constructor(directory: string, files: Pick<Files, 'adopt'>) {
    super({ directory, expirationPeriodInMilliseconds: UPLOAD_LIFE_MS });
    this.#files = files;
  }

  async find(id: string): Promise<Upload | undefined> {
    return this.configstore.get(id);
  }

  async head(id: string, bytes: number): Promise<Uint8Array> {
    const file = await open(join(this.directory, id), 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id);
    const known = offset === 0 ? { hash: createHash('sha256'), size: 0 } : this.#hashes.get(id);
    // An interrupted request may have hashed bytes that were not written. So remove the hash now, and store it again after the request is complete.
    this.#hashes.delete(id);
    const hash = known?.size === offset ? known.hash : undefined;
    let size = offset;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        hash?.update(chunk);
        yield chunk;
      }
    };
    try {
      await pipeline(readable, counted, createWriteStream(path, { flags: 'r+', start: offset }));
    } catch {
      throw ERRORS.FILE_WRITE_ERROR;
    }
    if (hash) this.#keep(id, { hash, size });
    this.#startSync(id, path);
    return size;
  }

  /** Syncs all bytes to the disk. */
  async seal(id: string, size: number): Promise<string> {
    const path = join(this.directory, id);
    await this.#syncs.get(id);
    const known = this.#hashes.get(id);
    const hashing = known?.size === size ? known.hash.copy() : hashOf(path);
    const [hash] = await Promise.all([hashing, sync(path)]);
    return `"${hash.digest('hex').slice(0, 32)}"`;
  }

  adopt(id: string, etag: string, { bucket, key }: Place, mimetype: string, cacheControl: string): Promise<void> {
    return this.#files.adopt(join(this.directory, id), etag, bucket, key, mimetype, cacheControl);
  }

  async finish(upload: Upload): Promise<void> {
    this.#hashes.delete(upload.id);
    await this.configstore.set(upload.id, upload);
  }

  override async remove(id: string): Promise<void> {
    this.#hashes.delete(id);
    await super.remove(id);
  }

  #keep(id: string, hashed: Hashed): void {
    this.#hashes.set(id, hashed);
    const [oldest] = this.#hashes.keys();
    if (oldest !== undefined && this.#hashes.size > MOST_HASHES) this.#hashes.delete(oldest);
  }

  /** Syncs in the background, one sync per upload at a time. A failure is ignored here, because `seal` syncs again and reports an error. */
  #startSync(id: string, path: string): void {
    if (this.#syncs.has(id)) return;
    const syncing = sync(path)
      .catch(() => undefined)
      .finally(() => this.#syncs.delete(id));
    this.#syncs.set(id, syncing);
  }
}
