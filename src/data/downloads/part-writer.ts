import { sameBytes } from '@/lib/same-bytes';
import type { VideoPart } from './layout';
import type { PartStore } from './part-store';
import type { DownloadsDb } from './store';

// Turns the bytes of a response into stored parts of a fixed size, each with its hash, while the next bytes already arrive.
// Guarantees: a part row is written only while its transfer still owns the video; a cut keeps what had arrived; `proven` names only parts that
// were read back from the store and are what arrived.

/** Another transfer, a cancel or a replaced file took the video over: the writer must stop without a trace. */
export class Superseded extends Error {}

/** A part that is not full yet is stored now and then, so that a killed browser on a slow network loses little. */
const KEEP_PARTIAL_MS = 3_000;
/** Parts on their way to the disk, whose memory is in use until they are proven. More arrive only when one of them is. */
const IN_FLIGHT = 4;

/** A part on its way to the disk. */
interface Written {
  row: VideoPart;
  /** Bytes that it brings beyond what was stored of it. */
  grown: number;
  bytes: Uint8Array<ArrayBuffer>;
  isProven: boolean;
}

export interface WriterOptions {
  db: DownloadsDb;
  /** Where the bytes go. */
  store: PartStore;
  videoId: string;
  /** Token of the transfer that owns the row. */
  run: string;
  partBytes: number;
  /** Bytes of each stored part by index. */
  stored: Map<number, number>;
  checked: Set<string>;
  /** Hashes of parts, by index, that were read back. */
  proven: Map<number, string>;
}

export class PartWriter {
  readonly #options: WriterOptions;
  #index = -1;
  #buffer = new Uint8Array(0);
  /** Buffers of parts that are proven: new memory costs a part about as much time as filling it. */
  readonly #free: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the current part in the buffer, and how many of them are stored. */
  #filled = 0;
  #kept = 0;
  #keptAt = Date.now();
  /** Parts on their way, and who waits for one of them to arrive. */
  #inFlight = 0;
  #arrived: () => void = () => {};
  /** Parts whose rows are to be written. */
  #queue: Promise<Written>[] = [];
  #writing: Promise<void> | undefined;
  /** The read-back of what was written last. Parts are written beside it. */
  #proof: Promise<void> | undefined;
  #failure: unknown;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Takes bytes that stand at `position` of the file. Bytes that are stored already are passed over. @returns how many were new. */
  async take(position: number, chunk: Uint8Array): Promise<number> {
    const { partBytes } = this.#options;
    let taken = 0;
    for (let at = 0; at < chunk.length; ) {
      const here = position + at;
      const index = Math.floor(here / partBytes);
      if (index !== this.#index) await this.#open(index);
      const within = here - index * partBytes;
      const length = Math.min(chunk.length - at, partBytes - within);
      const fresh = this.#filled - within;
      if (fresh < 0) throw new Error('a hole in the response');
      if (fresh < length) {
        this.#buffer.set(chunk.subarray(at + fresh, at + length), this.#filled);
        taken += length - fresh;
        this.#filled = within + length;
        if (this.#filled === partBytes) await this.#keep();
      }
      at += length;
    }
    if (this.#filled > this.#kept && Date.now() - this.#keptAt > KEEP_PARTIAL_MS) await this.#keep();
    return taken;
  }

  /** Stores what has arrived; resolves when everything is on the disk. */
  async flush(): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    await this.#writing;
    await this.#proof;
    if (this.#failure) throw this.#failure;
  }

  async #open(index: number): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    const { db, store, videoId, partBytes, stored } = this.#options;
    this.#index = index;
    this.#filled = stored.get(index) ?? 0;
    this.#kept = this.#filled;
    if (this.#filled === partBytes) return;
    this.#buffer = this.#free.pop() ?? new Uint8Array(partBytes);
    if (this.#filled === 0) return;
    const part = await db.videoParts.get([videoId, index]);
    if (part?.size !== this.#filled) throw new Superseded();
    this.#buffer.set(await store.read(part));
  }

  async #keep(): Promise<void> {
    const { partBytes } = this.#options;
    const whole = this.#filled === partBytes;
    // A full part's buffer is handed over; an unfinished one is copied, because it goes on filling.
    const bytes = whole ? this.#buffer : this.#buffer.slice(0, this.#filled);
    const [index, grown] = [this.#index, this.#filled - this.#kept];
    this.#kept = this.#filled;
    this.#keptAt = Date.now();
    const part = this.#put(index, grown, bytes);
    part.catch(() => undefined); // whoever drains the queue hears of it
    this.#queue.push(part);
    this.#inFlight += 1;
    this.#writing ??= this.#drain();
    while (this.#inFlight >= IN_FLIGHT && !this.#failure)
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    if (this.#failure) throw this.#failure;
  }

  /** Puts a part's bytes where they belong, while the rows before it are written. */
  async #put(index: number, grown: number, bytes: Uint8Array<ArrayBuffer>): Promise<Written> {
    const { store, videoId, partBytes } = this.#options;
    const size = bytes.length;
    const { place, sha256, ...put } = await store.put(index * partBytes, bytes);
    if (put.isProven) this.#release(put.bytes);
    return { row: { videoId, index, size, sha256, ...place }, grown, ...put };
  }

  /** The memory of a proven part is free. */
  #release(bytes: Uint8Array<ArrayBuffer>): void {
    this.#inFlight -= 1;
    if (bytes.length === this.#options.partBytes) this.#free.push(bytes);
    this.#arrived();
  }

  /**
   * Whatever waits is one transaction: the disk takes several parts at once sooner than one after the other.
   * Rule: nothing is awaited between the last look at the queue and the end, or a part that comes meanwhile is forgotten.
   */
  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0 && !this.#failure) {
        const batch = this.#queue;
        this.#queue = [];
        const put = await Promise.allSettled(batch);
        const parts = put.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
        await this.#write(parts).catch(async (error: unknown) => {
          if (error instanceof Superseded || parts.length === 1) throw error;
          // A disk that is full has room for the first of them perhaps.
          for (const part of parts) await this.#write([part]);
        });
        await this.#proof;
        this.#proof = this.#prove(parts);
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

  async #write(parts: Written[]): Promise<void> {
    const { db, videoId, run, stored, checked } = this.#options;
    await db.transaction('rw', db.videos, db.videoParts, async () => {
      const video = await db.videos.get(videoId);
      if (video?.run !== run) throw new Superseded();
      await db.videoParts.bulkPut(parts.map(({ row }) => row));
      await db.videos.update(videoId, { received: parts.reduce((bytes, { grown }) => bytes + grown, video.received) });
    });
    for (const { row } of parts) {
      stored.set(row.index, row.size);
      checked.add(row.sha256);
    }
  }

  /** Reads parts back, if that was not done, and compares them with what arrived, while the next are written. What cannot be read is not proven. */
  async #prove(parts: Written[]): Promise<void> {
    const { db, store, videoId, proven } = this.#options;
    for (const { row, isProven } of parts) if (isProven) proven.set(row.index, row.sha256);
    const proofs = parts
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
