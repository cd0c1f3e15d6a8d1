// Stores objects in the file system. An object is a folder named by the hash of bucket and key; it holds `meta.json` and the bytes under a
// unique name. Rule: write new bytes beside the old ones and switch to them by one rename, so that a reader sees the old object or the new one.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore, Place, StoredObject } from '../contract/object-store';

interface Meta {
  file: string;
  size: number;
  etag: string;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
}

/** Longest accepted key (bytes), as on a hosted project. */
const KEY_BYTES = 1024;

export class BadKey extends Error {
  override name = 'BadKey';
}
export class TooLarge extends Error {
  override name = 'TooLarge';
}

/** Rule: check each key with this before looking up or writing anything. */
export function isGoodKey(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this rejects control characters.
  if (!key || Buffer.byteLength(key) > KEY_BYTES || /[\u0000-\u001f\u007f\\]/.test(key)) return false;
  return key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

export class Files implements ObjectStore {
  readonly #root: string;
  readonly #limit: number;

  constructor(root: string, limitBytes: number) {
    this.#root = root;
    this.#limit = limitBytes;
  }

  #folder(bucket: string, key: string): string {
    if (!isGoodKey(key)) throw new BadKey(`Invalid key: ${key.slice(0, 100)}`);
    const name = createHash('sha256').update(`${bucket}\0${key}`).digest('hex');
    return join(this.#root, name.slice(0, 2), name);
  }

  async #meta(folder: string): Promise<Meta | undefined> {
    try {
      return JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8')) as Meta;
    } catch {
      return undefined;
    }
  }

  async find(bucket: string, key: string): Promise<StoredObject | undefined> {
    const folder = this.#folder(bucket, key);
    const meta = await this.#meta(folder);
    if (!meta) return undefined;
    const path = join(folder, meta.file);
    return {
      read: async (start, end) => (await open(path, 'r')).createReadStream({ start, end, highWaterMark: 256 * 1024 }),
      size: meta.size,
      etag: meta.etag,
      mimetype: meta.mimetype,
      cacheControl: meta.cacheControl,
      lastModified: new Date(meta.lastModified),
    };
  }

  /** Streams the body to disk; memory use is independent of its size. @throws TooLarge, BadKey. */
  async write(
    bucket: string,
    key: string,
    body: Readable,
    mimetype: string,
    cacheControl: string,
  ): Promise<StoredObject> {
    const folder = this.#folder(bucket, key);
    await mkdir(folder, { recursive: true });
    const file = randomUUID();
    const path = join(folder, file);
    const hash = createHash('sha256');
    let size = 0;
    const limit = this.#limit;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        if (size > limit) done(new TooLarge(`The object exceeded the maximum allowed size of ${limit} bytes`));
        else done(null, chunk);
      },
    });
    try {
      await pipeline(body, count, createWriteStream(path, { flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const before = await this.#meta(folder);
    await this.#point(folder, {
      file,
      size,
      etag: `"${hash.digest('hex').slice(0, 32)}"`,
      mimetype,
      cacheControl,
      lastModified: new Date().toISOString(),
    });
    if (before) await rm(join(folder, before.file), { force: true });
    const stored = await this.find(bucket, key);
    if (!stored) throw new Error('the object was removed while it was being written');
    return stored;
  }

  /** Moves a complete, already hashed file, which must be on the same disk, into the store by one rename. Its bytes are never copied. */
  async adopt(
    source: string,
    etag: string,
    bucket: string,
    key: string,
    mimetype: string,
    cacheControl: string,
  ): Promise<void> {
    const folder = this.#folder(bucket, key);
    await mkdir(folder, { recursive: true });
    const before = await this.#meta(folder);
    const file = randomUUID();
    const { size } = await stat(source);
    await rename(source, join(folder, file));
    await this.#point(folder, {
      file,
      size,
      etag,
      mimetype,
      cacheControl,
      lastModified: new Date().toISOString(),
    });
    if (before) await rm(join(folder, before.file), { force: true });
  }

  async #point(folder: string, meta: Meta): Promise<void> {
    const fresh = join(folder, `${meta.file}.json`);
    await writeFile(fresh, JSON.stringify(meta), { flush: true });
    await rename(fresh, join(folder, 'meta.json'));
  }

  async remove(bucket: string, key: string): Promise<void> {
    await rm(this.#folder(bucket, key), { recursive: true, force: true });
  }

  async copy(from: Place, to: Place): Promise<StoredObject | undefined> {
    const source = await this.find(from.bucket, from.key);
    if (!source) return undefined;
    const bytes = source.size > 0 ? await source.read(0, source.size - 1) : Readable.from([]);
    return this.write(to.bucket, to.key, bytes, source.mimetype, source.cacheControl);
  }
}
