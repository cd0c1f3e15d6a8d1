import type { VideoPart } from './layout';
import type { DownloadsDb } from './store';

// Turns the bytes of a response into stored parts of a fixed size, each with its hash, while the next bytes already arrive.
// Guarantees: a part row is written only while its transfer still owns the video; a cut keeps what had arrived; `proven` names only parts that
// were read back from the store and are what arrived.

/** Another transfer, a cancel or a replaced file took the video over: the writer must stop without a trace. */
export class Superseded extends Error {}

/** A part that is not full yet is stored now and then, so that a killed browser on a slow network loses little. */
const KEEP_PARTIAL_MS = 3_000;
/** Parts that wait for the disk while others are written; bounds the memory. */
const IN_FLIGHT = 3;

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a stored part still holds the bytes whose hash it carries. One whose bytes cannot be read any more does not. */
export async function isIntact({ blob, size, sha256 }: VideoPart): Promise<boolean> {
  const bytes = blob.size === size ? await blob.arrayBuffer().catch(() => undefined) : undefined;
  return bytes !== undefined && (await sha256Of(new Uint8Array(bytes))) === sha256;
}

function sameBytes(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): boolean {
  if (a.length !== b.length) return false;
  const words = a.length >> 2;
  const [x, y] = [new Int32Array(a.buffer, a.byteOffset, words), new Int32Array(b.buffer, b.byteOffset, words)];
  for (let at = 0; at < words; at++) if (x[at] !== y[at]) return false;
  for (let at = words << 2; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** A Blob copies what it is made of; a piece of this size goes into memory that was used before, which takes a quarter less time. */
const PIECE_BYTES = 512 * 1024;

function blobOf(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob(Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) => bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)));
}

/** A part on its way to the disk. */
interface Written extends VideoPart {
  /** Bytes that it brings beyond what was stored of it. */
  grown: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface WriterOptions {
  db: DownloadsDb;
  videoId: string;
  /** Token of the transfer that owns the row. */
  run: string;
  partBytes: number;
  /** Bytes of each stored part by index. */
  stored: Map<number, number>;
  checked: Set<string>;
  /** Hashes of whole parts, by index, that were read back. */
  proven: Map<number, string>;
}

export class PartWriter {
  readonly #options: WriterOptions;
  #index = -1;
  #buffer = new Uint8Array(0);
  /** Buffers of parts that are stored and proven: new memory costs a part about as much time as filling it. */
  readonly #free: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the current part in the buffer, and how many of them are stored. */
  #filled = 0;
  #kept = 0;
  #keptAt = Date.now();
  /** Parts that are to be written. */
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
    const { db, videoId, partBytes, stored } = this.#options;
    this.#index = index;
    this.#filled = stored.get(index) ?? 0;
    this.#kept = this.#filled;
    if (this.#filled === partBytes) return;
    this.#buffer = this.#free.pop() ?? new Uint8Array(partBytes);
    if (this.#filled === 0) return;
    const part = await db.videoParts.get([videoId, index]);
    if (part?.size !== this.#filled) throw new Superseded();
    this.#buffer.set(new Uint8Array(await part.blob.arrayBuffer()));
  }

  async #keep(): Promise<void> {
    const { partBytes } = this.#options;
    const whole = this.#filled === partBytes;
    // A full part's buffer is handed over; an unfinished one is copied, because it goes on filling.
    const bytes = whole ? this.#buffer : this.#buffer.slice(0, this.#filled);
    const [index, grown] = [this.#index, this.#filled - this.#kept];
    this.#kept = this.#filled;
    this.#keptAt = Date.now();
    const { videoId } = this.#options;
    // Hashed while the parts before it are written.
    this.#queue.push(sha256Of(bytes).then((sha256) => ({ videoId, index, size: bytes.length, sha256, blob: blobOf(bytes), grown, bytes })));
    this.#writing ??= this.#drain();
    while (this.#queue.length >= IN_FLIGHT) await this.#writing;
    if (this.#failure) throw this.#failure;
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
        const parts = await Promise.all(batch);
        await this.#write(parts).catch(async (error: unknown) => {
          if (error instanceof Superseded || parts.length === 1) throw error;
          // A disk that is full has room for the first of them perhaps.
          for (const part of parts) await this.#write([part]);
        });
        await this.#proof;
        this.#proof = this.#prove(parts);
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#queue = [];
      this.#writing = undefined;
    }
  }

  async #write(parts: Written[]): Promise<void> {
    const { db, videoId, run, stored, checked } = this.#options;
    await db.transaction('rw', db.videos, db.videoParts, async () => {
      const row = await db.videos.get(videoId);
      if (row?.run !== run) throw new Superseded();
      await db.videoParts.bulkPut(parts.map(({ grown, bytes, ...part }) => part));
      await db.videos.update(videoId, { received: parts.reduce((bytes, { grown }) => bytes + grown, row.received) });
    });
    for (const { index, size, sha256 } of parts) {
      stored.set(index, size);
      checked.add(sha256);
    }
  }

  /** Reads whole parts back and compares them with what arrived, while the next are written. One that cannot be read is only not proven. */
  async #prove(parts: Written[]): Promise<void> {
    const { db, videoId, partBytes, proven } = this.#options;
    const whole = parts.filter(({ size }) => size === partBytes);
    const proofs = whole.map(async ({ index, sha256, bytes }) => {
      const kept = await db.videoParts.get([videoId, index]);
      if (kept?.sha256 === sha256 && sameBytes(new Uint8Array(await kept.blob.arrayBuffer()), bytes)) proven.set(index, sha256);
    });
    await Promise.allSettled(proofs);
    this.#free.push(...whole.map(({ bytes }) => bytes));
  }
}
