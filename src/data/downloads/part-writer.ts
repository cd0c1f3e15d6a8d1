import type { VideoPart } from './layout';
import type { DownloadsDb } from './store';

// Turns the bytes of a response into stored parts of a fixed size, each with its hash, while the next bytes already arrive.
// Guarantees: a part row is written only while its transfer still owns the video; a cut keeps what had arrived.

/** Another transfer, a cancel or a replaced file took the video over: the writer must stop without a trace. */
export class Superseded extends Error {}

/** A part that is not full yet is stored now and then, so that a killed browser on a slow network loses little. */
const KEEP_PARTIAL_MS = 3_000;
/** Parts on their way to the disk at once; bounds the memory. */
const IN_FLIGHT = 4;

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a stored part still holds the bytes whose hash it carries. */
export async function isIntact(part: VideoPart): Promise<boolean> {
  return part.blob.size === part.size && (await sha256Of(new Uint8Array(await part.blob.arrayBuffer()))) === part.sha256;
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
}

export class PartWriter {
  readonly #options: WriterOptions;
  #index = -1;
  #buffer = new Uint8Array(0);
  /** Bytes of the current part in the buffer, and how many of them are stored. */
  #filled = 0;
  #kept = 0;
  #keptAt = Date.now();
  #writes: Promise<void> = Promise.resolve();
  #pending = 0;
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
    await this.#writes;
    if (this.#failure) throw this.#failure;
  }

  async #open(index: number): Promise<void> {
    if (this.#filled > this.#kept) await this.#keep();
    const { db, videoId, partBytes, stored } = this.#options;
    this.#index = index;
    this.#filled = stored.get(index) ?? 0;
    this.#kept = this.#filled;
    if (this.#filled === partBytes) return;
    this.#buffer = new Uint8Array(partBytes);
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
    this.#pending += 1;
    // Hashed while the parts before it are written.
    const hash = sha256Of(bytes);
    this.#writes = this.#writes.then(async () => {
      try {
        const sha256 = await hash;
        if (!this.#failure) await this.#write({ videoId: this.#options.videoId, index, size: bytes.length, sha256, blob: new Blob([bytes]) }, grown);
      } catch (error) {
        this.#failure = error;
      } finally {
        this.#pending -= 1;
      }
    });
    if (this.#pending >= IN_FLIGHT) await this.#writes;
    if (this.#failure) throw this.#failure;
  }

  async #write(part: VideoPart, grown: number): Promise<void> {
    const { db, videoId, run, stored, checked } = this.#options;
    await db.transaction('rw', db.videos, db.videoParts, async () => {
      const row = await db.videos.get(videoId);
      if (row?.run !== run) throw new Superseded();
      await db.videoParts.put(part);
      await db.videos.update(videoId, { received: row.received + grown });
    });
    stored.set(part.index, part.size);
    checked.add(part.sha256);
  }
}
