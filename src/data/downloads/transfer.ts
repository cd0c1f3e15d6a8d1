import { DOWNLOAD_SPARE_BYTES } from '@/config/limits';
import { newId } from '@/lib/new-id';
import { bodyReader } from './body-reader';
import { type Gap, type KnownFile, readAnswer, requestHeaders } from './http';
import type { DownloadFailure } from './layout';
import { OpenStore } from './open-store';
import type { OpenPartFile } from './part-file';
import { isIntact } from './part-store';
import { PartWriter, Superseded } from './part-writer';
import type { DownloadsDb } from './store';

// Brings one video onto the device: asks for what is missing, stores it part by part, verifies, completes in one transaction.
// Guarantees: cut anywhere, it fetches only bytes that are not stored; a file replaced meanwhile starts over and is never spliced.

/** What the transfer needs of the world. */
export interface TransferWorld {
  fetch: typeof fetch;
  /** A fresh address for a video's file. */
  signUrl: (videoUrl: string) => Promise<string>;
  /** Free bytes for this origin; undefined when the browser does not tell. */
  freeBytes: () => Promise<number | undefined>;
  /** Undefined where the browser has no private files: parts are Blobs then. */
  openPartFile: OpenPartFile | undefined;
  partBytes: number;
  onProgress: (videoId: string, receivedBytes: number, totalBytes: number) => void;
  /** Hashes of parts that were checked since the start; others are read and checked before a download goes on. */
  checked: Set<string>;
}

/** Ends the download until the learner retries. */
export class DownloadFailed extends Error {
  readonly failure: DownloadFailure;
  constructor(code: DownloadFailure['code'], detail = '') {
    super(`${code} ${detail}`);
    this.failure = { code, detail };
  }
}

/** The server asked to wait. */
export class AskedToWait extends Error {
  readonly afterMs: number | undefined;
  constructor(afterMs: number | undefined) {
    super('asked to wait');
    this.afterMs = afterMs;
  }
}

/** Times a transfer begins anew, or signs anew, before it gives up: a file that changes at every request would never end. */
const RESTARTS = 3;
/** Parts that are verified at once; bounds the memory. */
const READ_BACK = 4;

export class Transfer {
  readonly #run = newId();
  /** Bytes of each stored part. */
  readonly #stored = new Map<number, number>();
  /** Hashes of parts that were read back since they were written, by index. */
  readonly #proven = new Map<number, string>();
  readonly #db: DownloadsDb;
  readonly #world: TransferWorld;
  readonly #videoId: string;
  #file: KnownFile = { size: 0, etag: null };
  /** Where the bytes go. */
  readonly #store: OpenStore;
  #videoUrl = '';

  constructor(db: DownloadsDb, world: TransferWorld, videoId: string) {
    this.#db = db;
    this.#world = world;
    this.#videoId = videoId;
    this.#store = new OpenStore(db.name, world.openPartFile);
  }

  /** Resolves when the video is complete. @throws DownloadFailed, AskedToWait, Superseded, AbortError, TypeError for a network that failed. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#takeOver();
      await this.#bring(signal);
    } finally {
      await this.#store.close().catch(() => undefined);
    }
  }

  /** Asks for what is missing until nothing is. */
  async #bring(signal: AbortSignal): Promise<void> {
    let [restarts, detail] = [0, ''];
    while (restarts <= RESTARTS) {
      const gap = this.#nextGap();
      if (!gap && (await this.#complete())) return;
      if (gap) await this.#checkSpace();
      const again = gap ? await this.#fetchGap(gap, signal) : 'incomplete';
      if (again !== undefined) [restarts, detail] = [restarts + 1, again];
    }
    throw new DownloadFailed('http', detail);
  }

  /** Makes this transfer the row's owner and learns what is stored. A part that is not what it says is dropped. */
  async #takeOver(): Promise<void> {
    const { videos } = this.#db;
    if ((await videos.update(this.#videoId, { run: this.#run })) === 0) throw new Superseded();
    const [row, parts] = [await videos.get(this.#videoId), await this.#db.partsOf(this.#videoId)];
    if (row?.run !== this.#run) throw new Superseded();
    this.#videoUrl = row.videoUrl;
    if (row.etag === null || parts.length === 0) return this.#reset(row.fileSize, row.etag);
    this.#file = { size: row.fileSize, etag: row.etag };
    const store = await this.#store.reopen(row.partFile ?? null);
    for (const part of parts) {
      if (this.#world.checked.has(part.sha256) || (await isIntact(part, store.read)))
        this.#stored.set(part.index, part.size);
      else await this.#drop(part.index);
    }
    await this.#owned(() => videos.update(this.#videoId, { received: this.#received() }));
  }

  /** Forgets a damaged part: it is fetched again, alone. */
  async #drop(index: number): Promise<void> {
    this.#stored.delete(index);
    await this.#owned(async () => {
      await this.#db.videoParts.delete([this.#videoId, index]);
      await this.#db.videos.update(this.#videoId, { received: this.#received() });
    });
  }

  #received(): number {
    return [...this.#stored.values()].reduce((sum, size) => sum + size, 0);
  }

  /** The first stretch that is not stored. */
  #nextGap(): Gap | undefined {
    const { partBytes } = this.#world;
    const { size } = this.#file;
    if (size === 0) return { start: 0, end: undefined };
    const count = Math.ceil(size / partBytes);
    const isWhole = (index: number) => (this.#stored.get(index) ?? 0) >= Math.min(partBytes, size - index * partBytes);
    let index = 0;
    while (index < count && isWhole(index)) index += 1;
    if (index === count) return undefined;
    const start = index * partBytes + (this.#stored.get(index) ?? 0);
    let end = index + 1;
    while (end < count && !this.#stored.has(end)) end += 1;
    return { start, end: Math.min(end * partBytes, size) };
  }

  async #checkSpace(): Promise<void> {
    const row = await this.#db.videos.get(this.#videoId);
    const free = await this.#world.freeBytes();
    const missing = (this.#file.size || row?.fileSize || 0) - this.#received();
    if (free !== undefined && free < missing + DOWNLOAD_SPARE_BYTES)
      throw new DownloadFailed('no_space', String(missing));
  }

  /** Undefined when it brought bytes, otherwise why the next request must differ. */
  async #fetchGap(gap: Gap, signal: AbortSignal): Promise<string | undefined> {
    const url = await this.#world.signUrl(this.#videoUrl);
    signal.throwIfAborted();
    const response = await this.#world.fetch(url, {
      headers: requestHeaders(gap, this.#file),
      signal,
      cache: 'no-store',
    });
    const answer = readAnswer(response.status, response.statusText, response.headers, gap, this.#file);
    if (answer.kind !== 'body' && answer.kind !== 'new-file') await response.body?.cancel();
    switch (answer.kind) {
      case 'restart':
        await this.#reset(0, null);
        return 'the file changes';
      case 'sign-again':
        return answer.detail;
      case 'wait':
        throw new AskedToWait(answer.afterMs);
      case 'refused':
        throw new DownloadFailed('http', answer.detail);
      case 'new-file':
        await this.#reset(answer.size, answer.etag);
        await this.#checkSpace();
        await this.#receive(response, 0);
        return undefined;
      case 'body':
        await this.#receive(response, answer.position);
        return undefined;
    }
  }

  async #receive(response: Response, from: number): Promise<void> {
    if (!response.body) throw new DownloadFailed('no_reader');
    const body = bodyReader(response.body);
    const store = await this.#store.ready;
    const { partBytes, onProgress, checked } = this.#world;
    const total = this.#file.size;
    const [stored, proven] = [this.#stored, this.#proven];
    const writer = new PartWriter({
      db: this.#db,
      store,
      videoId: this.#videoId,
      run: this.#run,
      partBytes,
      stored,
      checked,
      proven,
    });
    let position = from;
    let received = this.#received();
    onProgress(this.#videoId, received, total);
    try {
      for (let bytes = await body.read(); bytes; bytes = await body.read()) {
        received += await writer.take(position, bytes);
        position += bytes.length;
        onProgress(this.#videoId, received, total);
      }
      await writer.flush();
    } catch (error) {
      // What arrived is kept, unless the reason is the store itself.
      if (!(error instanceof Superseded)) await writer.flush().catch(() => undefined);
      throw error;
    } finally {
      body.cancel().catch(() => undefined);
    }
    if (position === from) throw new AskedToWait(undefined);
    // A server that told no size tells it by ending.
    if (total === 0) await this.#learnSize(position);
  }

  async #learnSize(size: number): Promise<void> {
    this.#file = { ...this.#file, size };
    await this.#owned(() => this.#db.videos.update(this.#videoId, { fileSize: size }));
  }

  /** Forgets what is stored: the film is another one. */
  async #reset(size: number, etag: string | null): Promise<void> {
    // Rule: a private file that holds stored parts is never written with another film.
    const isEmpty = this.#store.name !== null && this.#stored.size === 0;
    if (!isEmpty) await this.#store.close();
    const fresh = isEmpty ? {} : { partFile: this.#store.newName() };
    await this.#owned(async () => {
      await this.#db.deletePartsOf(this.#videoId);
      await this.#db.videos.update(this.#videoId, {
        received: 0,
        etag,
        ...fresh,
        ...(size > 0 ? { fileSize: size } : {}),
      });
    });
    this.#stored.clear();
    this.#file = { size, etag };
    if (fresh.partFile === undefined) return;
    this.#store.begin(fresh.partFile, () =>
      this.#owned(() => this.#db.videos.update(this.#videoId, { partFile: null })),
    );
  }

  /** Verifies what is stored and makes the video playable. False when a part must be fetched again. */
  async #complete(): Promise<boolean> {
    const { size, etag } = this.#file;
    const parts = await this.#db.partsOf(this.#videoId);
    const sum = parts.reduce((bytes, part) => bytes + part.size, 0);
    if (sum !== size || !parts.every((part, at) => part.index === at)) {
      await this.#reset(0, null);
      return false;
    }
    // Rule: what plays offline was read back from the disk. Most of it was while the rest arrived; the others now, a few at a time.
    const store = await this.#store.ready;
    const unproven = parts.filter(({ index, sha256 }) => this.#proven.get(index) !== sha256);
    for (let at = 0; at < unproven.length; at += READ_BACK) {
      const some = unproven.slice(at, at + READ_BACK);
      const sound = await Promise.all(some.map((part) => isIntact(part, store.read)));
      const damaged = some.filter((_, index) => !sound[index]);
      for (const part of damaged) await this.#drop(part.index);
      if (damaged.length > 0) return false;
    }
    await this.#store.close();
    const partFile = this.#store.name;
    await this.#owned(async () => {
      const list = parts.map((part) => ({ size: part.size, sha256: part.sha256 }));
      await this.#db.videoBlobs.put({ videoId: this.#videoId, type: 'video/mp4', size, etag, partFile, parts: list });
      const completed = {
        status: 'completed',
        fileSize: size,
        received: size,
        downloadedAt: new Date().toISOString(),
        failure: null,
      } as const;
      await this.#db.videos.update(this.#videoId, completed);
    });
    return true;
  }

  /** Changes the store in one transaction, if this transfer still owns the video. */
  #owned(change: () => PromiseLike<unknown>): Promise<void> {
    return this.#db.transaction('rw', this.#db.videos, this.#db.videoParts, this.#db.videoBlobs, async () => {
      const row = await this.#db.videos.get(this.#videoId);
      if (row?.run !== this.#run) throw new Superseded();
      await change();
    });
  }
}
