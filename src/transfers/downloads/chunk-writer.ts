import type { VideoChunk } from '@/domain/downloads';
import { sameBytes } from '@/lib/same-bytes';
import type { ChunkStore } from './chunk-store';
import type { DownloadsDb } from './download-store';

// Turns the bytes of a response into stored chunks of a fixed size, each with its hash, while the next bytes arrive.
// Guarantees: writes a chunk's row only while its transfer still owns the video; keeps the received bytes of an
// interrupted transfer; `proven` names only chunks that were read back and compared.

/**
 * Another transfer, a cancellation or a replaced file owns the video now: the writer must stop and write nothing more.
 */
export class Superseded extends Error {}

/** Interval (ms) for storing an unfinished chunk, so that a killed browser on a slow network loses little. */
const KEEP_PARTIAL_MS = 3_000;
/** Chunks that may wait for the disk at a time; their memory is in use until they are proven. */
const IN_FLIGHT = 4;

/** A chunk that is being written. */
interface Written {
  row: VideoChunk;
  /** Bytes beyond the part of the chunk that was stored before. */
  grown: number;
  bytes: Uint8Array<ArrayBuffer>;
  isProven: boolean;
}

export interface WriterOptions {
  db: DownloadsDb;
  /** Destination of the bytes. */
  store: ChunkStore;
  videoId: string;
  /** Token of the transfer that owns the row. */
  run: string;
  chunkBytes: number;
  /** Bytes of each stored chunk, by index. */
  stored: Map<number, number>;
  checked: Set<string>;
  /** Hashes of chunks that were read back, by index. */
  proven: Map<number, string>;
}

export class ChunkWriter {
  readonly #options: WriterOptions;
  #index = -1;
  #buffer = new Uint8Array(0);
  /** Buffers of proven chunks, for reuse: allocating one takes about as long as filling it. */
  readonly #free: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the current chunk in the buffer, and the number of them that is stored. */
  #filled = 0;
  #kept = 0;
  #keptAt = Date.now();
  /** Number of chunks being written, and the callback of a caller that waits for one of them. */
  #inFlight = 0;
  #arrived: () => void = () => {};
  /** Chunks whose rows are not written yet. */
  #queue: Promise<Written>[] = [];
  #writing: Promise<void> | undefined;
  /** Read-back of the last batch, which runs while the next chunks are written. */
  #proof: Promise<void> | undefined;
  #failure: unknown;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Takes bytes at `position` of the file and skips those that are stored. @returns the number of new bytes */
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
    // The buffer of a full chunk is handed over; that of an unfinished one is copied, because it is filled further.
    const bytes = whole ? this.#buffer : this.#buffer.slice(0, this.#filled);
    const [index, grown] = [this.#index, this.#filled - this.#kept];
    this.#kept = this.#filled;
    this.#keptAt = Date.now();
    const chunk = this.#put(index, grown, bytes);
    chunk.catch(() => undefined); // reported by the queue's consumer
    this.#queue.push(chunk);
    this.#inFlight += 1;
    this.#writing ??= this.#drain();
    while (this.#inFlight >= IN_FLIGHT && !this.#failure)
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    if (this.#failure) throw this.#failure;
  }

  /** Stores a chunk's bytes while earlier rows are written. */
  async #put(index: number, grown: number, bytes: Uint8Array<ArrayBuffer>): Promise<Written> {
    const { store, videoId, chunkBytes } = this.#options;
    const size = bytes.length;
    const { place, sha256, ...put } = await store.put(index * chunkBytes, bytes);
    if (put.isProven) this.#release(put.bytes);
    return { row: { videoId, index, size, sha256, ...place }, grown, ...put };
  }

  /** Releases the memory of a proven chunk. */
  #release(bytes: Uint8Array<ArrayBuffer>): void {
    this.#inFlight -= 1;
    if (bytes.length === this.#options.chunkBytes) this.#free.push(bytes);
    this.#arrived();
  }

  /**
   * Writes all waiting rows in one transaction: the disk stores several chunks faster together than one by one.
   * Rule: no `await` between the last look at the queue and the end, otherwise a chunk that arrives in between is
   * forgotten.
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
          // A full disk may still have room for the first of them.
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
   * Reads chunks back and compares them with the received bytes, while the next ones are written. An unreadable chunk
   * is not proven.
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
