import { DOWNLOAD_SPARE_BYTES } from '@/shared/app-limits';
import { fitsLimit } from '@/shared/download-room';
import { newId } from '@/shared/new-id';
import { isIntact } from './chunk-check';
import { ChunkWriter, Superseded } from './chunk-writer';
import type { DownloadsDb } from './download-store';
import { firstGap, type Gap } from './gaps';
import { type KnownFile, readAnswer, requestHeaders, strongEtag } from './http';
import { AskedToWait, DownloadFailed } from './transfer-errors';

// Downloads one video: requests the missing bytes, stores them chunk by chunk, and completes the download in one transaction.
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
  readonly #db: DownloadsDb;
  readonly #deps: TransferDeps;
  readonly #videoId: string;
  #file: KnownFile = { size: 0, version: null };
  #videoUrl = '';

  constructor(db: DownloadsDb, deps: TransferDeps, videoId: string) {
    this.#db = db;
    this.#deps = deps;
    this.#videoId = videoId;
  }

  /** Resolves when the video is complete. @throws DownloadFailed, AskedToWait, Superseded, AbortError, or TypeError if the network fails */
  async run(signal: AbortSignal): Promise<void> {
    await this.#takeOver();
    await this.#bring(signal);
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
    if (row.version === null || chunks.length === 0) return this.#reset(row.fileSize, row.version);
    this.#file = { size: row.fileSize, version: row.version };
    for (const chunk of chunks) {
      if (this.#deps.checked.has(chunk.sha256) || (await isIntact(chunk))) this.#stored.set(chunk.index, chunk.size);
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
        await this.#reset(answer.size, answer.version);
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
    const body = response.body.getReader();
    const { chunkBytes, onProgress, checked } = this.#deps;
    const total = this.#file.size;
    const writer = new ChunkWriter({
      db: this.#db,
      videoId: this.#videoId,
      run: this.#run,
      chunkBytes,
      stored: this.#stored,
      checked,
    });
    let position = from;
    let received = this.#received();
    onProgress(this.#videoId, received, total);
    try {
      for (let read = await body.read(); !read.done; read = await body.read()) {
        received += await writer.take(position, read.value);
        position += read.value.length;
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
  async #reset(size: number, version: string | null): Promise<void> {
    await this.#owned(async () => {
      await this.#db.deleteChunksOf(this.#videoId);
      await this.#db.videos.update(this.#videoId, { received: 0, version, ...(size > 0 ? { fileSize: size } : {}) });
    });
    this.#stored.clear();
    this.#file = { size, version };
  }

  /** Makes the video playable. @returns false if its chunks do not add up to the file, so that it starts over */
  async #complete(): Promise<boolean> {
    const { size, version } = this.#file;
    const etag = strongEtag(version);
    const chunks = await this.#db.chunksOf(this.#videoId);
    const sum = chunks.reduce((bytes, chunk) => bytes + chunk.size, 0);
    if (sum !== size || !chunks.every((chunk, at) => chunk.index === at)) {
      await this.#reset(0, null);
      return false;
    }
    await this.#owned(async () => {
      const list = chunks.map((chunk) => ({ size: chunk.size, sha256: chunk.sha256 }));
      await this.#db.videoBlobs.put({ videoId: this.#videoId, type: 'video/mp4', size, etag, parts: list });
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
