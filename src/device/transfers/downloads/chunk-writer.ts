import type { VideoChunk } from '@/shared/downloads';
import { sha256Of } from '@/shared/sha256';
import type { DownloadsDb } from './download-store';

// Splits the bytes of a response into chunks of a fixed size and stores each as a Blob with its hash, while the next bytes arrive.
// Guarantees: writes a chunk's row only while its transfer still owns the video; keeps the received bytes of an
// interrupted transfer.

/**
 * Thrown when the transfer no longer owns the video's row (another transfer took over, or it was cancelled): stop writing.
 */
export class Superseded extends Error {}

/** Interval (ms) at which an unfinished chunk is stored, so that a crash on a slow network loses little. */
const KEEP_PARTIAL_MS = 3_000;

export interface WriterOptions {
  db: DownloadsDb;
  videoId: string;
  /** Token of this transfer, which must match the `run` field of the video's row. */
  run: string;
  chunkBytes: number;
  /** Number of stored bytes per chunk, by index. */
  stored: Map<number, number>;
  checked: Set<string>;
}

export class ChunkWriter {
  readonly #options: WriterOptions;
  #index = -1;
  #buffer = new Uint8Array(0);
  /** Number of bytes in the buffer of the current chunk. */
  #filled = 0;
  /** Number of bytes of the current chunk that are stored or being stored. */
  #kept = 0;
  #keptAt = performance.now();
  /** The last two writes; the next bytes arrive meanwhile. */
  #earlier: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Buffers the bytes at `position` of the file, except those that are already stored. @returns the number of new bytes */
  async take(position: number, bytes: Uint8Array): Promise<number> {
    const { chunkBytes } = this.#options;
    let taken = 0;
    for (let at = 0; at < bytes.length; ) {
      const here = position + at;
      const index = Math.floor(here / chunkBytes);
      if (index !== this.#index) await this.#open(index);
      const within = here - index * chunkBytes;
      const length = Math.min(bytes.length - at, chunkBytes - within);
      const fresh = this.#filled - within;
      if (fresh < 0) throw new Error('a hole in the response');
      if (fresh < length) {
        this.#buffer.set(bytes.subarray(at + fresh, at + length), this.#filled);
        taken += length - fresh;
        this.#filled = within + length;
        if (this.#filled === chunkBytes) await this.#keep();
      }
      at += length;
    }
    if (this.#filled > this.#kept && performance.now() - this.#keptAt > KEEP_PARTIAL_MS) await this.#keep();
    return taken;
  }

  /** Stores all received bytes; resolves when they are on the disk. */
  async flush(): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    await this.#writing;
  }

  async #open(index: number): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    const { db, videoId, chunkBytes, stored } = this.#options;
    this.#index = index;
    this.#filled = stored.get(index) ?? 0;
    this.#kept = this.#filled;
    if (this.#filled === chunkBytes) return;
    this.#buffer = new Uint8Array(chunkBytes);
    if (this.#filled === 0) return;
    const chunk = await db.videoParts.get([videoId, index]);
    if (chunk?.size !== this.#filled) throw new Superseded();
    this.#buffer.set(new Uint8Array(await chunk.blob.arrayBuffer()));
  }

  /** Starts to store the current chunk as far as it has arrived. Writes run one after another; at most two wait. */
  async #keep(): Promise<void> {
    const { videoId } = this.#options;
    await this.#earlier;
    const [index, size, grown] = [this.#index, this.#filled, this.#filled - this.#kept];
    const bytes = this.#buffer.subarray(0, size);
    this.#kept = size;
    this.#keptAt = performance.now();
    const chunk = { videoId, index, size, blob: new Blob([bytes]) };
    this.#earlier = this.#writing;
    this.#writing = Promise.all([sha256Of(bytes), this.#earlier]).then(([sha256]) =>
      this.#write({ ...chunk, sha256 }, grown),
    );
    this.#writing.catch(() => undefined); // a later `#keep` or `flush` reports the error
  }

  async #write(chunk: VideoChunk, grown: number): Promise<void> {
    const { db, videoId, run, stored, checked } = this.#options;
    await db.transaction('rw', db.videos, db.videoParts, async () => {
      const video = await db.videos.get(videoId);
      if (video?.run !== run) throw new Superseded();
      await db.videoParts.put(chunk);
      await db.videos.update(videoId, { received: video.received + grown });
    });
    stored.set(chunk.index, chunk.size);
    checked.add(chunk.sha256);
  }
}
