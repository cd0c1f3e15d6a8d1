import { DOWNLOAD_SPARE_BYTES } from '@/config/limits';
import { fitsLimit } from '@/domain/download-room';
import { newId } from '@/lib/new-id';
import type { OpenChunkFile } from '../private-files/chunk-file';
import { bodyReader } from './body-reader';
import { firstDamaged, isIntact } from './chunk-store';
import { ChunkWriter, Superseded } from './chunk-writer';
import { type DownloadsDb, storesBlobs } from './download-store';
import { firstGap, type Gap } from './gaps';
import { type KnownFile, readAnswer, requestHeaders } from './http';
import { AskedToWait, DownloadFailed } from './transfer-errors';
import { TransferStore } from './transfer-store';

// Downloads one video: requests the missing bytes, stores them chunk by chunk, verifies them, and completes the download
// in one transaction.
// Guarantees: after an interruption, fetches only bytes that are not stored; if the file on the server was replaced,
// starts over and never joins two files.

export interface TransferDeps {
  fetch: typeof fetch;
  /** Returns a fresh signed URL for a video file. */
  signUrl: (videoUrl: string) => Promise<string>;
  /** Free bytes for this origin; undefined when the browser does not report them. */
  freeBytes: () => Promise<number | undefined>;
  /** The learner's size limit for all downloads (bytes); null: no limit. */
  limitBytes: () => number | null;
  /** Undefined if the browser has no private files; the chunks' rows then contain the bytes. */
  openChunkFile: OpenChunkFile | undefined;
  chunkBytes: number;
  onProgress: (videoId: string, receivedBytes: number, totalBytes: number) => void;
  /** Hashes of chunks that this page has written or verified. A resumed download first verifies all its other stored chunks. */
  checked: Set<string>;
}

/** Number of times that a transfer may start over or sign a new URL. Without a limit, a file that changes at every request would never complete. */
const RESTARTS = 3;

export class Transfer {
  readonly #run = newId();
  /** Number of stored bytes per chunk, by index. */
  readonly #stored = new Map<number, number>();
  /** Hashes of chunks that were read back since they were written, by index. */
  readonly #proven = new Map<number, string>();
  readonly #db: DownloadsDb;
  readonly #deps: TransferDeps;
  readonly #videoId: string;
  #file: KnownFile = { size: 0, etag: null };
  /** Store for the bytes of the chunks. */
  readonly #store: TransferStore;
  #videoUrl = '';

  constructor(db: DownloadsDb, deps: TransferDeps, videoId: string) {
    this.#db = db;
    this.#deps = deps;
    this.#videoId = videoId;
    this.#store = new TransferStore(db.name, deps.openChunkFile, () => storesBlobs(db));
  }

  /** Resolves when the video is complete. @throws DownloadFailed, AskedToWait, Superseded, AbortError, or TypeError if the network fails */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#takeOver();
      await this.#bring(signal);
    } finally {
      await this.#store.close().catch(() => undefined);
    }
  }

  /** Requests gaps until none is left. */
  async #bring(signal: AbortSignal): Promise<void> {
    let [restarts, detail] = [0, ''];
    while (restarts <= RESTARTS) {
      const gap = firstGap(this.#stored, this.#file.size, this.#deps.chunkBytes);
      if (!gap && (await this.#complete())) return;
      if (gap) await this.#checkSpace();
      const again = gap ? await this.#fetchGap(gap, signal) : 'incomplete';
      if (again !== undefined) [restarts, detail] = [restarts + 1, again];
    }
    throw new DownloadFailed('http', detail);
  }

  /** Makes this transfer the owner of the row, reads the stored chunks and drops the damaged ones. */
  async #takeOver(): Promise<void> {
    const { videos } = this.#db;
    if ((await videos.update(this.#videoId, { run: this.#run })) === 0) throw new Superseded();
    const [row, chunks] = [await videos.get(this.#videoId), await this.#db.chunksOf(this.#videoId)];
    if (row?.run !== this.#run) throw new Superseded();
    this.#videoUrl = row.videoUrl;
    if (row.etag === null || chunks.length === 0) return this.#reset(row.fileSize, row.etag);
    this.#file = { size: row.fileSize, etag: row.etag };
    const store = await this.#store.reopen(row.partFile ?? null);
    for (const chunk of chunks) {
      if (this.#deps.checked.has(chunk.sha256) || (await isIntact(chunk, store.read)))
        this.#stored.set(chunk.index, chunk.size);
      else await this.#drop(chunk.index);
    }
    await this.#owned(() => videos.update(this.#videoId, { received: this.#received() }));
  }

  /** Deletes a damaged chunk, so that only its bytes are fetched again. */
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

  async #checkSpace(): Promise<void> {
    const row = await this.#db.videos.get(this.#videoId);
    const free = await this.#deps.freeBytes();
    const size = this.#file.size || row?.fileSize || 0;
    const missing = size - this.#received();
    if (!fitsLimit(this.#deps.limitBytes(), await this.#db.videos.toArray(), this.#videoId, size))
      throw new DownloadFailed('limit', String(size));
    if (free !== undefined && free < missing + DOWNLOAD_SPARE_BYTES)
      throw new DownloadFailed('no_space', String(missing));
  }

  /** @returns undefined after progress, otherwise the reason why the next request must differ */
  async #fetchGap(gap: Gap, signal: AbortSignal): Promise<string | undefined> {
    const url = await this.#deps.signUrl(this.#videoUrl);
    signal.throwIfAborted();
    const response = await this.#deps.fetch(url, {
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
      case 'rejected':
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
    const { chunkBytes, onProgress, checked } = this.#deps;
    const total = this.#file.size;
    const [stored, proven] = [this.#stored, this.#proven];
    const writer = new ChunkWriter({
      db: this.#db,
      store,
      videoId: this.#videoId,
      run: this.#run,
      chunkBytes,
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
      // Keep the received bytes, unless this transfer no longer owns the video.
      if (!(error instanceof Superseded)) await writer.flush().catch(() => undefined);
      throw error;
    } finally {
      body.cancel().catch(() => undefined);
    }
    if (position === from) throw new AskedToWait(undefined);
    // Without a Content-Length, the size is known only at the end of the body.
    if (total === 0) await this.#learnSize(position);
  }

  async #learnSize(size: number): Promise<void> {
    this.#file = { ...this.#file, size };
    await this.#owned(() => this.#db.videos.update(this.#videoId, { fileSize: size }));
  }

  /** Discards the stored chunks, for example of an older file, to start over. */
  async #reset(size: number, etag: string | null): Promise<void> {
    // Rule: a private file that holds chunks of one video file is never reused for another.
    const isEmpty = this.#store.name !== null && this.#stored.size === 0;
    if (!isEmpty) await this.#store.close();
    const fresh = isEmpty ? {} : { partFile: this.#store.newName() };
    await this.#owned(async () => {
      await this.#db.deleteChunksOf(this.#videoId);
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

  /** Verifies the stored chunks and makes the video playable. @returns false if a chunk must be fetched again */
  async #complete(): Promise<boolean> {
    const { size, etag } = this.#file;
    const chunks = await this.#db.chunksOf(this.#videoId);
    const sum = chunks.reduce((bytes, chunk) => bytes + chunk.size, 0);
    if (sum !== size || !chunks.every((chunk, at) => chunk.index === at)) {
      await this.#reset(0, null);
      return false;
    }
    // Rule: read every chunk back from the disk before the video may play offline. Most chunks were read back during the
    // download; read the remaining ones now.
    const store = await this.#store.ready;
    const unproven = chunks.filter(({ index, sha256 }) => this.#proven.get(index) !== sha256);
    const damaged = await firstDamaged(unproven, store.read);
    for (const chunk of damaged) await this.#drop(chunk.index);
    if (damaged.length > 0) return false;
    await this.#store.close();
    const partFile = this.#store.name;
    await this.#owned(async () => {
      const list = chunks.map((chunk) => ({ size: chunk.size, sha256: chunk.sha256 }));
      await this.#db.videoBlobs.put({ videoId: this.#videoId, type: 'video/mp4', size, etag, partFile, parts: list });
      const completed = {
        status: 'completed',
        fileSize: size,
        received: size,
        downloadedAt: new Date().toISOString(),
        failure: null,
        damaged: [],
      } as const;
      await this.#db.videos.update(this.#videoId, completed);
    });
    return true;
  }

  /** Runs `change` in a transaction if this transfer still owns the row. @throws Superseded if it does not */
  #owned(change: () => PromiseLike<unknown>): Promise<void> {
    return this.#db.transaction('rw', this.#db.videos, this.#db.videoParts, this.#db.videoBlobs, async () => {
      const row = await this.#db.videos.get(this.#videoId);
      if (row?.run !== this.#run) throw new Superseded();
      await change();
    });
  }
}
