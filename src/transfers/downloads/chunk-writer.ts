import type { VideoChunk } from '@/domain/downloads';
import { sameBytes } from '@/lib/same-bytes';
import type { ChunkStore } from './chunk-store';
import type { DownloadsDb } from './download-store';

// Splits the bytes of a response into chunks of a fixed size and stores each with its hash, while the next bytes arrive.
// Guarantees: writes a chunk's row only while its transfer still owns the video; keeps the received bytes of an
// interrupted transfer; `proven` contains only chunks that were read back and compared.

/**
 * Thrown when the transfer no longer owns the video's row (another transfer took over, or it was cancelled): stop writing.
 */
export class Superseded extends Error {}

/** Interval (ms) at which an unfinished chunk is stored, so that a crash on a slow network loses little. */
const KEEP_PARTIAL_MS = 3_000;
/** Maximum number of chunks being written; each uses its buffer until it has been read back and compared. */
const IN_FLIGHT = 4;

/** A chunk that is being written. */
interface Written {
  row: VideoChunk;
  /** Number of bytes of the chunk that this write adds to the stored bytes. */
  grown: number;
  bytes: Uint8Array<ArrayBuffer>;
  isProven: boolean;
}

export interface WriterOptions {
  db: DownloadsDb;
  /** Store for the bytes of the chunks. */
  store: ChunkStore;
  videoId: string;
  /** Token of this transfer, which must match the `run` field of the video's row. */
  run: string;
  chunkBytes: number;
  /** Number of stored bytes per chunk, by index. */
  stored: Map<number, number>;
  checked: Set<string>;
  /** Hashes of chunks that were read back, by index. */
  proven: Map<number, string>;
}

export class ChunkWriter {
  readonly #options: WriterOptions;
  #index = -1;
  #buffer = new Uint8Array(0);
  /** Free buffers for reuse: allocating a buffer takes about as long as filling it. */
  readonly #free: Uint8Array<ArrayBuffer>[] = [];
  /** Number of bytes in the buffer of the current chunk. */
  #filled = 0;
  /** Number of bytes of the current chunk that are already stored. */
  #kept = 0;
  #keptAt = Date.now();
  /** Number of chunks being written. */
  #inFlight = 0;
  /** Wakes the caller that waits until a chunk has been written. */
  #arrived: () => void = () => {};
  /** Chunks whose rows are not written yet. */
  #queue: Promise<Written>[] = [];
  #writing: Promise<void> | undefined;
  /** The running read-back of the last batch; the next chunks are written meanwhile. */
  #proof: Promise<void> | undefined;
  #failure: unknown;

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
    if (this.#filled > this.#kept && Date.now() - this.#keptAt > KEEP_PARTIAL_MS) await this.#keep();
    return taken;
  }

  /** Stores all received bytes; resolves when they are on the disk. */
  async flush(): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    await this.#writing;
    await this.#proof;
    if (this.#failure) throw this.#failure;
  }

  async #open(index: number): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    const { db, store, videoId, chunkBytes, stored } = this.#options;
    this.#index = index;
    this.#filled = stored.get(index) ?? 0;
    this.#kept = this.#filled;
    if (this.#filled === chunkBytes) return;
    this.#buffer = this.#free.pop() ?? new Uint8Array(chunkBytes);
    if (this.#filled === 0) return;
    const chunk = await db.videoParts.get([videoId, index]);
    if (chunk?.size !== this.#filled) throw new Superseded();
    this.#buffer.set(await store.read(chunk));
  }

  async #keep(): Promise<void> {
    const { chunkBytes } = this.#options;
    const whole = this.#filled === chunkBytes;
    // Hand over the buffer of a full chunk. Copy the buffer of an unfinished chunk, because more bytes will be added to that buffer.
    const bytes = whole ? this.#buffer : this.#buffer.slice(0, this.#filled);
    const [index, grown] = [this.#index, this.#filled - this.#kept];
    this.#kept = this.#filled;
    this.#keptAt = Date.now();
    const chunk = this.#put(index, grown, bytes);
    chunk.catch(() => undefined); // `#drain` reports the error
    this.#queue.push(chunk);
    this.#inFlight += 1;
    this.#writing ??= this.#drain();
    while (this.#inFlight >= IN_FLIGHT && !this.#failure)
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    if (this.#failure) throw this.#failure;
  }

  /** Stores the bytes of a chunk; earlier rows may be written meanwhile. */
  async #put(index: number, grown: number, bytes: Uint8Array<ArrayBuffer>): Promise<Written> {
    const { store, videoId, chunkBytes } = this.#options;
    const size = bytes.length;
    const { place, sha256, ...put } = await store.put(index * chunkBytes, bytes);
    if (put.isProven) this.#release(put.bytes);
    return { row: { videoId, index, size, sha256, ...place }, grown, ...put };
  }

  /** Frees the slot of a chunk that was read back, and keeps its buffer for reuse. */
  #release(bytes: Uint8Array<ArrayBuffer>): void {
    this.#inFlight -= 1;
    if (bytes.length === this.#options.chunkBytes) this.#free.push(bytes);
    this.#arrived();
  }

  /**
   * Writes all queued rows in one transaction, which is faster than one transaction per chunk.
   * Rule: no `await` between the last check of the queue and the end of this function, otherwise a chunk that is queued
   * in between is lost.
   */
  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0 && !this.#failure) {
        const batch = this.#queue;
        this.#queue = [];
        const put = await Promise.allSettled(batch);
        const chunks = put.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
        await this.#write(chunks).catch(async (error: unknown) => {
          if (error instanceof Superseded || chunks.length === 1) throw error;
          // A full disk may still have room for some of the chunks.
          for (const chunk of chunks) await this.#write([chunk]);
        });
        await this.#proof;
        this.#proof = this.#prove(chunks);
        for (const one of put) if (one.status === 'rejected') throw one.reason;
      }
    } catch (error) {
      this.#failure = error;
      this.#arrived();
    } finally {
      this.#queue = [];
      this.#writing = undefined;
    }
  }

  async #write(chunks: Written[]): Promise<void> {
    const { db, videoId, run, stored, checked } = this.#options;
    await db.transaction('rw', db.videos, db.videoParts, async () => {
      const video = await db.videos.get(videoId);
      if (video?.run !== run) throw new Superseded();
      await db.videoParts.bulkPut(chunks.map(({ row }) => row));
      await db.videos.update(videoId, { received: chunks.reduce((bytes, { grown }) => bytes + grown, video.received) });
    });
    for (const { row } of chunks) {
      stored.set(row.index, row.size);
      checked.add(row.sha256);
    }
  }

  /**
   * Reads chunks back and compares them with the received bytes, while the next chunks are written. `proven` then
   * contains the chunks that match; an unreadable chunk is left out.
   */
  async #prove(chunks: Written[]): Promise<void> {
    const { db, store, videoId, proven } = this.#options;
    for (const { row, isProven } of chunks) if (isProven) proven.set(row.index, row.sha256);
    const proofs = chunks
      .filter(({ isProven }) => !isProven)
      .map(async ({ row: { index, sha256 }, bytes }) => {
        try {
          const kept = await db.videoParts.get([videoId, index]);
          if (kept?.sha256 === sha256 && sameBytes(await store.read(kept), bytes)) proven.set(index, sha256);
        } finally {
          this.#release(bytes);
        }
      });
    await Promise.allSettled(proofs);
  }
}
