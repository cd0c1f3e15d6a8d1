import { liveQuery } from 'dexie';
import type { DownloadedVideo, DownloadFailure } from './layout';
import { Superseded } from './part-writer';
import { type DownloadsDb, sweepFiles } from './store';
import { AskedToWait, DownloadFailed, Transfer, type TransferWorld } from './transfer';

// The queue: one video at a time, in one tab. Its orders are the rows themselves, so any tab can pause, resume or cancel by writing a row.
//
//   queued ──► downloading ──► completed          paused ◄──(row says so)── downloading        error ──(Retry | network returns)──► queued
//
// Guarantees: what a killed browser left as `downloading` goes on at the next start; a lost network waits, it is no error.

export interface EngineWorld extends Omit<TransferWorld, 'checked'> {
  /** Asks the browser to keep this origin's data when the disk gets full. */
  persist: () => void;
  isOnline: () => boolean;
  /** Calls back whenever the network may have returned. */
  onOnline: (listener: () => void) => () => void;
  /** Undefined where the browser has no Web Locks: then the row's `run` keeps two tabs from mixing their parts. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Waits before the attempts after a failure of the network, ms; when they are used up, the download stops with an error. */
  retryDelaysMs: readonly number[];
}

export interface DownloadEngine {
  /** Gives the network and the lock back; what has arrived is kept. */
  stop: () => Promise<void>;
}

const isWaiting = (row: DownloadedVideo) => row.status === 'downloading' || row.status === 'queued';

function chooseNext(rows: DownloadedVideo[]): DownloadedVideo | undefined {
  const waiting = rows.filter(isWaiting);
  const started = waiting.filter((row) => row.status === 'downloading');
  return (started.length > 0 ? started : waiting).sort((a, b) => a.queuedAt - b.queuedAt)[0];
}

/** The names of an error and of what caused it: a full disk comes as the cause of an aborted transaction. */
function namesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name, inner } = error as { name?: unknown; inner?: unknown }; // Dexie's errors carry `inner`
  return [String(name), ...namesOf(inner)];
}

function failureOf(error: unknown): DownloadFailure {
  if (error instanceof DownloadFailed) return error.failure;
  const names = namesOf(error);
  if (names.includes('QuotaExceededError')) return { code: 'no_space', detail: '' };
  return { code: 'storage', detail: names.join(' ← ') };
}

/** Rings for who waits now, or for the next who waits if nobody does: no change is slept over. */
class Bell {
  #rung = false;
  #answer: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#answer?.();
  }

  /** Resolves when it rings, when the time is over or when the signal aborts. */
  wait(signal: AbortSignal, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const answer = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', answer);
        this.#answer = undefined;
        this.#rung = false;
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(answer, ms);
      this.#answer = answer;
      signal.addEventListener('abort', answer);
      if (this.#rung || signal.aborted) answer();
    });
  }
}

const isNetwork = (error: unknown) => error instanceof AskedToWait || error instanceof TypeError;

export function startDownloadEngine(db: DownloadsDb, world: EngineWorld): DownloadEngine {
  const stopping = new AbortController();
  const checked = new Set<string>();
  const changed = new Bell();
  const returned = new Bell();
  let active: { id: string; abort: AbortController } | undefined;

  const fail = async (id: string, failure: DownloadFailure) => {
    await db.videos
      .where({ id })
      .and((row) => row.status === 'downloading')
      .modify({ status: 'error', failure });
  };

  async function download(id: string): Promise<void> {
    world.persist();
    await db.videos.where({ id }).and(isWaiting).modify({ status: 'downloading', failure: null });
    for (let attempt = 0; ; attempt += 1) {
      const abort = new AbortController();
      const row = await db.videos.get(id);
      if (stopping.signal.aborted || row?.status !== 'downloading') return;
      active = { id, abort };
      void obey(active);
      try {
        return await new Transfer(db, { ...world, checked }, id).run(abort.signal);
      } catch (error) {
        if (abort.signal.aborted || error instanceof Superseded) return;
        if (!isNetwork(error)) return fail(id, failureOf(error));
        if (((await db.videos.get(id))?.received ?? 0) > row.received) attempt = 0;
        const delay = world.retryDelaysMs[attempt];
        if (delay === undefined && world.isOnline()) return fail(id, { code: 'network', detail: '' });
        if (!world.isOnline()) return;
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

  /** Stops a transfer whose row no longer wants it. Reads again: what was observed may be older than the transfer. */
  async function obey(transfer: { id: string; abort: AbortController }): Promise<void> {
    if ((await db.videos.get(transfer.id))?.status !== 'downloading') transfer.abort.abort();
  }

  /** What cannot be tidied up is left: it is no reason to stop downloading. */
  const sweep = () =>
    sweepFiles(db).catch((error: unknown) => console.warn('Old files of downloads were not removed:', error));

  async function work(): Promise<void> {
    if (stopping.signal.aborted) return;
    const unlisten = world.onOnline(() => {
      returned.ring();
      void retryAfterNetwork().finally(() => changed.ring());
    });
    const rows = liveQuery(() => db.videos.toArray()).subscribe({
      next: (videos) => {
        if (active && videos.find((video) => video.id === active?.id)?.status !== 'downloading') void obey(active);
        changed.ring();
      },
      error: () => changed.ring(),
    });
    try {
      await retryAfterNetwork();
      await sweep();
      while (!stopping.signal.aborted) {
        const next = world.isOnline() ? chooseNext(await db.videos.toArray()) : undefined;
        if (!next) await changed.wait(stopping.signal);
        else {
          await download(next.id);
          await sweep();
        }
      }
    } finally {
      rows.unsubscribe();
      unlisten();
    }
  }

  stopping.signal.addEventListener('abort', () => active?.abort.abort());
  const running = world.locks
    ? world.locks.request(`${db.name}-engine`, { signal: stopping.signal }, work).catch((error: unknown) => {
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
