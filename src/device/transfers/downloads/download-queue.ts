import { liveQuery } from 'dexie';
import type { DownloadedVideo, DownloadFailure } from '@/shared/downloads';
import { downloadsLockName } from '@/shared/names';
import { errorNames, isBlobError, isQuotaError } from '@/shared/storage-errors';
import { Superseded } from './chunk-writer';
import type { DownloadsDb } from './download-store';
import { Transfer, type TransferDeps } from './transfer';
import { AskedToWait, DownloadFailed } from './transfer-errors';

// The download queue: one video at a time, in one tab. Rows are the commands: to pause, resume or cancel a download, any tab changes its row.
//
//   queued ──► downloading ──► completed          paused ◄──(row changed)── downloading        error ──(Retry | network returns)──► queued
//
// Guarantees: a download that a browser crash left as `downloading` continues at the next start; a lost network pauses it without an error.

export interface DownloadQueueDeps extends Omit<TransferDeps, 'checked'> {
  /** Asks the browser not to evict this origin's data. */
  persist: () => void;
  isOnline: () => boolean;
  /** Registers a callback for when the network may be back. @returns a function that removes it */
  onOnline: (listener: () => void) => () => void;
  /**
   * Undefined if the browser has no Web Locks; then only the row's `run` token keeps two tabs from mixing their chunks.
   */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Delays (ms) before each retry after a network failure; after the last retry the download stops with an error. */
  retryDelaysMs: readonly number[];
}

export interface DownloadQueue {
  /** Stops the running transfer and releases the lock; keeps the received bytes. */
  stop: () => Promise<void>;
}

const isWaiting = (row: DownloadedVideo) => row.status === 'downloading' || row.status === 'queued';

function chooseNext(rows: DownloadedVideo[]): DownloadedVideo | undefined {
  const waiting = rows.filter(isWaiting);
  const started = waiting.filter((row) => row.status === 'downloading');
  return (started.length > 0 ? started : waiting).sort((a, b) => a.queuedAt - b.queuedAt)[0];
}

function failureOf(error: unknown): DownloadFailure {
  if (error instanceof DownloadFailed) return error.failure;
  if (isQuotaError(error)) return { code: 'no_space', detail: '' };
  return { code: isBlobError(error) ? 'no_blobs' : 'storage', detail: errorNames(error).join(' ← ') };
}

/** An auto-reset event: `fire()` wakes the current waiter. If nobody waits, the next waiter returns at once, so that no change is missed. */
class AsyncEvent {
  #fired = false;
  #resume: (() => void) | undefined;

  fire(): void {
    this.#fired = true;
    this.#resume?.();
  }

  /** Resolves after `fire()`, after `ms`, or when the signal aborts. */
  wait(signal: AbortSignal, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.#resume = undefined;
        this.#fired = false;
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(resume, ms);
      this.#resume = resume;
      signal.addEventListener('abort', resume);
      if (this.#fired || signal.aborted) resume();
    });
  }
}

const isNetwork = (error: unknown) => error instanceof AskedToWait || error instanceof TypeError;

export function startDownloadQueue(db: DownloadsDb, deps: DownloadQueueDeps): DownloadQueue {
  const stopping = new AbortController();
  const checked = new Set<string>();
  const changed = new AsyncEvent();
  const returned = new AsyncEvent();
  let active: { id: string; abort: AbortController } | undefined;

  const fail = async (id: string, failure: DownloadFailure) => {
    await db.videos
      .where({ id })
      .and((row) => row.status === 'downloading')
      .modify({ status: 'error', failure });
  };

  async function download(id: string): Promise<void> {
    deps.persist();
    await db.videos.where({ id }).and(isWaiting).modify({ status: 'downloading', failure: null });
    for (let attempt = 0; ; attempt += 1) {
      const abort = new AbortController();
      const row = await db.videos.get(id);
      if (stopping.signal.aborted || row?.status !== 'downloading') return;
      active = { id, abort };
      void abortUnlessWanted(active);
      try {
        return await new Transfer(db, { ...deps, checked }, id).run(abort.signal);
      } catch (error) {
        if (abort.signal.aborted || error instanceof Superseded) return;
        if (!isNetwork(error)) return fail(id, failureOf(error));
        if (((await db.videos.get(id))?.received ?? 0) > row.received) attempt = 0;
        const delay = deps.retryDelaysMs[attempt];
        if (delay === undefined && deps.isOnline()) return fail(id, { code: 'network', detail: '' });
        if (!deps.isOnline()) return;
        const asked = error instanceof AskedToWait ? error.afterMs : undefined;
        await returned.wait(abort.signal, asked ?? delay);
        if (abort.signal.aborted) return;
      } finally {
        active = undefined;
      }
    }
  }

  const retryAfterNetwork = () =>
    db.videos
      .filter((row) => row.status === 'error' && row.failure?.code === 'network')
      .modify({ status: 'queued', failure: null });

  /**
   * Aborts a transfer if its row is not `downloading`. Reads the row again, because the live query may lag behind.
   */
  async function abortUnlessWanted(transfer: { id: string; abort: AbortController }): Promise<void> {
    if ((await db.videos.get(transfer.id))?.status !== 'downloading') transfer.abort.abort();
  }

  async function work(): Promise<void> {
    if (stopping.signal.aborted) return;
    const unlisten = deps.onOnline(() => {
      returned.fire();
      void retryAfterNetwork()
        .catch((error: unknown) => console.warn('Failed downloads do not continue:', error))
        .finally(() => changed.fire());
    });
    const rows = liveQuery(() => db.videos.toArray()).subscribe({
      next: (videos) => {
        if (active && videos.find((video) => video.id === active?.id)?.status !== 'downloading')
          void abortUnlessWanted(active);
        changed.fire();
      },
      error: () => changed.fire(),
    });
    try {
      await retryAfterNetwork().catch((error: unknown) => console.warn('Failed downloads do not continue:', error));
      while (!stopping.signal.aborted) {
        const next = deps.isOnline() ? chooseNext(await db.videos.toArray()) : undefined;
        if (!next) await changed.wait(stopping.signal);
        else
          await download(next.id).catch(async (error: unknown) => {
            // Even the write of the error state may fail, for example on a full disk. Wait, then try again.
            console.warn('The state of a download was not stored:', error);
            await returned.wait(stopping.signal, deps.retryDelaysMs[0]);
          });
      }
    } finally {
      rows.unsubscribe();
      unlisten();
    }
  }

  stopping.signal.addEventListener('abort', () => active?.abort.abort());
  const running = deps.locks
    ? deps.locks.request(downloadsLockName(db.name), { signal: stopping.signal }, work).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      })
    : work();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
