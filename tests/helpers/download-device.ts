import { randomUUID } from 'node:crypto';
import { liveQuery } from 'dexie';
import {
  type DownloadQueue,
  type DownloadQueueDeps,
  startDownloadQueue,
} from '@/device/transfers/downloads/download-queue';
import { type DownloadsDb, downloadsOf } from '@/device/transfers/downloads/download-store';
import { type DownloadOrder, enqueueDownload } from '@/features/downloads/mutations/downloads';
import type { DownloadedVideo } from '@/shared/downloads';
import { answerOfflineMedia } from '../../sw/media';

// A device that downloads: the real store, queue and worker handler, on fake-indexeddb and a real network connection.

export const PART = 64 * 1024;

/** Disk faults of chunks, by the chunk's index. */
export interface Disk {
  /** The disk is full when the chunk is written. */
  full: (index: number) => boolean;
  /** The write succeeds but stores the wrong bytes. */
  bad: (index: number) => boolean;
  /** The chunk's bytes cannot be read. */
  lost: (index: number) => boolean;
}

export interface Device {
  account: string;
  db: DownloadsDb;
  disk: Disk;
  deps: DownloadQueueDeps;
  online: (value: boolean) => void;
  boot: () => void;
  /** Stops the process like SIGKILL: nothing is flushed, and the next boot sees only stored data. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  order: (url: string, id?: string) => Promise<string>;
  /** Resolves once the download's row meets the condition. */
  until: (id: string, seen: (row: DownloadedVideo | undefined) => boolean) => Promise<DownloadedVideo | undefined>;
  /** Overwrites a stored chunk, bypassing the queue. */
  damage: (id: string, index: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Requests the file from the worker's handler. */
  play: (id: string, range?: string) => Promise<{ status: number; bytes: Buffer }>;
}

/** Delays that simulate a slow disk. */
export interface SlowDisk {
  /** Runs before each transaction. */
  write?: () => Promise<void>;
  /** Runs before the bytes of a single chunk are returned, for example when the queue reads back a chunk that it has written. */
  read?: () => Promise<void>;
}

export function makeDevice(overrides: Partial<DownloadQueueDeps> = {}, slow: SlowDisk = {}): Device {
  const account = randomUUID();
  const db = downloadsOf(account);
  readSlowly(db, slow);
  const disk: Disk = { full: () => false, bad: () => false, lost: () => false };
  breakRows(db, disk);
  let isOnline = true;
  let engine: DownloadQueue | undefined;
  let dead = { value: false };
  const listeners = new Set<() => void>();
  const deps: DownloadQueueDeps = {
    fetch: (input, init) => fetch(input, init),
    signUrl: async (url) => url,
    freeBytes: async () => undefined,
    limitBytes: () => null,
    chunkBytes: PART,
    onProgress: () => {},
    persist: () => {},
    isOnline: () => isOnline,
    onOnline: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    locks: undefined,
    retryDelaysMs: [5, 5, 5],
    ...overrides,
  };
  const device: Device = {
    account,
    db,
    disk,
    deps,
    online: (value) => {
      isOnline = value;
      if (value) for (const listener of [...listeners]) listener();
    },
    boot: () => {
      const life = { value: false };
      dead = life;
      engine = startDownloadQueue(mortal(db, life, slow), deps);
    },
    kill: async () => {
      dead.value = true;
      const killed = engine;
      engine = undefined;
      await killed?.stop().catch(() => {});
    },
    stop: async () => {
      await engine?.stop();
      engine = undefined;
    },
    order: async (videoUrl, id = randomUUID()) => {
      const order: DownloadOrder = {
        id,
        courseId: 'course',
        courseTitle: 'Курс',
        title: 'Урок',
        description: '',
        duration: 20,
        videoUrl,
        thumbnail: null,
        fileSize: 0,
      };
      await enqueueDownload(account, order);
      return id;
    },
    until: (id, seen) =>
      new Promise((resolve, reject) => {
        const rows = liveQuery(() => db.videos.get(id)).subscribe({
          next: (row) => {
            if (!seen(row)) return;
            queueMicrotask(() => rows.unsubscribe());
            resolve(row);
          },
          error: reject,
        });
      }),
    damage: async (id, index, bytes) => {
      const part = await db.videoParts.get([id, index]);
      if (part) await db.videoParts.put({ ...part, blob: new Blob([bytes]) });
    },
    play: async (id, range) => {
      const response = await answerOfflineMedia(
        new Request(`http://localhost/media/offline/${id}?account=${account}`, {
          headers: range ? { Range: range } : {},
        }),
      );
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
  };
  return device;
}

/** Wrong bytes (zeros) of the same length. */
const noiseFor = (bytes: { length: number }) => new Uint8Array(bytes.length);

function breakRows(db: DownloadsDb, disk: Disk): void {
  db.videoParts.hook('creating', (_, part) => {
    if (disk.full(part.index)) throw new DOMException('full', 'QuotaExceededError');
    if (disk.bad(part.index)) part.blob = new Blob([noiseFor({ length: part.size })]);
  });
  db.videoParts.hook('reading', (part) => {
    if (!part || !disk.lost(part.index)) return part;
    const arrayBuffer = () => Promise.reject(new DOMException('The file is gone', 'NotReadableError'));
    return { ...part, blob: Object.assign(new Blob([noiseFor({ length: part.size })]), { arrayBuffer }) };
  });
}

/** Delays each read of a single chunk. */
function readSlowly(db: DownloadsDb, { read }: SlowDisk): void {
  if (!read) return;
  db.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const get: typeof table.get = async (request) => {
          const part = await table.get(request);
          await read();
          return part;
        };
        return name === 'videoParts' ? { ...table, get } : table;
      },
    }),
  });
}

/** The store as one process sees it: after the process is killed, its transactions fail. */
function mortal(db: DownloadsDb, life: { value: boolean }, { write }: SlowDisk): DownloadsDb {
  const guarded = ['transaction'] as const;
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!(guarded as readonly PropertyKey[]).includes(name)) return value.bind(target);
      return async (...args: unknown[]) => {
        await write?.();
        if (life.value) throw new Error('killed');
        return Reflect.apply(value, target, args);
      };
    },
  });
}
