/**
 * Sends the queued uploads of one account, in one tab at a time and two files in parallel.
 * Guarantees: after a reload or a crash, an upload continues at the server's offset; the lesson's row is written once all bytes are stored;
 * an upload that is paused, has failed or needs its file never starts by itself.
 */
import { liveQuery } from 'dexie';
import { UPLOAD_RETRY_PAUSES_MS } from '@/shared/app-limits';
import { uploadLockName, uploadsLockName } from '@/shared/names';
import { reactionTo } from './reactions';
import { SendFailed, type SendOptions } from './send-file';
import { changeUpload, type Upload, type UploadDatabase, type UploadFailure } from './upload-store';

/** Number of files sent in parallel. */
const AT_ONCE = 2;

/** The server rejected the lesson's row, so a retry is useless. */
export class WriteRejected extends Error {
  override name = 'WriteRejected';
}

export interface UploadQueueDeps {
  endpoint: string;
  headers: () => Promise<Record<string, string>>;
  send: (file: Blob, options: SendOptions) => Promise<void>;
  terminate: (url: string, headers: Record<string, string>) => Promise<void>;
  /** Returns the bytes of an upload; undefined if its file must be chosen again. */
  fileOf: (upload: Upload) => Promise<Blob | undefined>;
  removeFile: (upload: Upload) => Promise<void>;
  /** Writes the lesson's row. @throws WriteRejected; after any other error the queue retries */
  write: (upload: Upload) => Promise<void>;
  onProgress: (id: string, sent: number, size: number) => void;
  onDone: (upload: Upload) => void;
  /** Resolves after `ms`, when the network returns, or when `signal` aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  locks: LockManager;
  retryDelaysMs?: readonly number[];
}

export interface UploadQueue {
  stop: () => Promise<void>;
}

/**
 * Waits for the other new lessons of the course whose uploads were created earlier and are running. Resolves when their rows are written.
 * The server appends each lesson to the course, so this wait keeps the lessons of several dropped files in the order of the files.
 * An earlier upload that is paused or has failed does not delay later ones.
 */
function earlierLessonsWritten(upload: Upload, uploads: UploadDatabase['uploads'], signal: AbortSignal): Promise<void> {
  const { courseId, replaces } = upload.write;
  if (replaces) return Promise.resolve();
  const isEarlier = ({ write, createdAt, state }: Upload) =>
    !write.replaces &&
    write.courseId === courseId &&
    createdAt < upload.createdAt &&
    (state === 'sending' || state === 'storing');
  return new Promise((resolve, reject) => {
    const subscription = liveQuery(() => uploads.filter(isEarlier).count()).subscribe({
      next: (count) => count === 0 && end(),
      error: reject,
    });
    const end = () => {
      subscription.unsubscribe();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Sends one upload and writes its lesson's row. Retries until the upload is done, fails, needs its file, or `signal` aborts. */
async function sendUpload(
  id: string,
  { uploads }: UploadDatabase,
  deps: UploadQueueDeps,
  signal: AbortSignal,
): Promise<void> {
  const fail = async (failure: UploadFailure, detail: string): Promise<void> => {
    await uploads.update(id, { state: 'failed', failure, detail });
  };
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const upload = await uploads.get(id);
    if (!upload || (upload.state !== 'sending' && upload.state !== 'storing')) return;
    try {
      if (upload.state === 'sending') {
        const file = await deps.fileOf(upload);
        if (!file) {
          await uploads.update(id, { state: 'needs-file' });
          return;
        }
        await deps.send(file, {
          endpoint: deps.endpoint,
          url: upload.url,
          headers: deps.headers,
          metadata: {
            bucketName: upload.bucket,
            objectName: upload.key,
            contentType: upload.contentType,
            cacheControl: '3600',
          },
          onUrl: (url) => void uploads.update(id, { url }),
          onSent: (sent) => deps.onProgress(id, sent, upload.size),
          onConfirmed: (sent) => {
            attempt = 0;
            void uploads.update(id, { sent });
          },
          signal,
        });
        await uploads.update(id, { state: 'storing', sent: upload.size });
      }
      await earlierLessonsWritten(upload, uploads, signal);
      if (signal.aborted) return;
      await deps.write(upload);
      await uploads.delete(id);
      await deps.removeFile(upload);
      deps.onDone(upload);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof WriteRejected) return fail('row', error.message);
      if (error instanceof SendFailed) {
        const stored = await uploads.get(id);
        const reaction = reactionTo(error.status, !stored?.url);
        if (reaction.act === 'stop') return fail(reaction.failure, error.message);
        if (reaction.act === 'restart') await uploads.update(id, { url: null, sent: 0 });
      }
      // All remaining errors (no session, no database, no network) may be temporary.
      await deps.pause(retryPause(deps, attempt), signal);
    }
  }
}

/** Pause before the next attempt (ms); the last pause repeats. */
function retryPause({ retryDelaysMs = UPLOAD_RETRY_PAUSES_MS }: UploadQueueDeps, attempt: number): number {
  return retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
}

export function startUploadQueue(account: string, database: UploadDatabase, deps: UploadQueueDeps): UploadQueue {
  const { uploads } = database;
  const stopped = new AbortController();
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();

  /** Marks an upload as `needs-file` if the page that was preparing it is closed. The upload's lock is free only if that page is closed. */
  const recover = (upload: Upload) =>
    deps.locks.request(uploadLockName(upload.id), { ifAvailable: true }, async (lock) => {
      if (lock) await changeUpload(database, upload.id, ['preparing'], { state: 'needs-file' });
    });

  const schedule = async (rows: readonly Upload[]): Promise<void> => {
    for (const { id, state } of rows)
      if (state !== 'sending' && state !== 'storing' && state !== 'waiting') running.get(id)?.abort.abort();
    const known = new Set(rows.map(({ id }) => id));
    for (const [id, { abort }] of running) if (!known.has(id)) abort.abort();
    for (const upload of rows) {
      if (running.size >= AT_ONCE || stopped.signal.aborted) return;
      const isOpen = upload.state === 'waiting' || upload.state === 'sending' || upload.state === 'storing';
      if (!isOpen || running.has(upload.id)) continue;
      const abort = new AbortController();
      const { id } = upload;
      const work = async () => {
        await changeUpload(database, id, ['waiting'], { state: 'sending', failure: null, detail: null });
        await sendUpload(id, database, deps, abort.signal);
      };
      const ended = work()
        .catch(async (error: unknown) => {
          console.error('An upload stopped:', error);
          // IndexedDB failed: wait before the next attempt.
          await deps.pause(retryPause(deps, Number.POSITIVE_INFINITY), stopped.signal);
        })
        .finally(() => {
          running.delete(id);
          void uploads
            .orderBy('createdAt')
            .toArray()
            .then(schedule, () => undefined);
        });
      running.set(id, { abort, ended });
    }
  };

  const work = deps.locks
    .request(uploadsLockName(account), { signal: stopped.signal }, async () => {
      const found = await uploads.orderBy('createdAt').toArray();
      for (const upload of found) if (upload.state === 'preparing') await recover(upload);
      const rows = liveQuery(() => uploads.orderBy('createdAt').toArray());
      const subscription = rows.subscribe({ next: (now) => void schedule(now), error: console.error });
      await new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve(), { once: true }));
      subscription.unsubscribe();
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    })
    .catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) console.error('Uploads stopped:', error);
    });

  return {
    stop: async () => {
      stopped.abort();
      await work;
    },
  };
}
