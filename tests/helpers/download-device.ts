import { randomUUID } from 'node:crypto';
import { liveQuery } from 'dexie';
import { type DownloadEngine, type EngineWorld, startDownloadEngine } from '@/data/downloads/engine';
import type { DownloadedVideo } from '@/data/downloads/layout';
import { type DownloadOrder, enqueueDownload } from '@/data/downloads/mutations';
import { type DownloadsDb, downloadsOf } from '@/data/downloads/store';
import { answerOfflineMedia } from '../../sw/media';

// A device that downloads: the real store, engine and worker handler, on fake-indexeddb and the real network stack.

export const PART = 64 * 1024;

export interface Device {
  account: string;
  db: DownloadsDb;
  world: EngineWorld;
  online: (value: boolean) => void;
  boot: () => void;
  /** As SIGKILL: the engine is never heard of again, nothing is flushed; the next boot sees only what the store has. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  order: (url: string, id?: string) => Promise<string>;
  /** Resolves when the row looks as asked. */
  until: (id: string, seen: (row: DownloadedVideo | undefined) => boolean) => Promise<DownloadedVideo | undefined>;
  /** The file as the worker serves it. */
  play: (id: string, range?: string) => Promise<{ status: number; bytes: Buffer }>;
}

/** What a disk makes its callers wait for. */
export interface SlowDisk {
  /** Before a transaction begins. */
  write?: () => Promise<void>;
  /** Before the bytes of a part that was asked for alone are there, as it is when it is read back. */
  read?: () => Promise<void>;
}

export function makeDevice(overrides: Partial<EngineWorld> = {}, disk: SlowDisk = {}): Device {
  const account = randomUUID();
  const db = downloadsOf(account);
  readSlowly(db, disk);
  let isOnline = true;
  let engine: DownloadEngine | undefined;
  let dead = { value: false };
  const listeners = new Set<() => void>();
  const world: EngineWorld = {
    fetch: (input, init) => fetch(input, init),
    signUrl: async (url) => url,
    freeBytes: async () => undefined,
    partBytes: PART,
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
    world,
    online: (value) => {
      isOnline = value;
      if (value) for (const listener of [...listeners]) listener();
    },
    boot: () => {
      const life = { value: false };
      dead = life;
      engine = startDownloadEngine(mortal(db, life, disk), world);
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
    play: async (id, range) => {
      const response = await answerOfflineMedia(
        new Request(`http://localhost/media/offline/${id}?account=${account}`, { headers: range ? { Range: range } : {} }),
      );
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
  };
  return device;
}

/** Parts come when the disk gives them. */
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

/** The store as a process sees it: once the process is dead, none of its writes arrive. */
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
