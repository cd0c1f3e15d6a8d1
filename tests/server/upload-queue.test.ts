import 'fake-indexeddb/auto';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SendFailed, sendFile } from '@/device/transfers/uploads/send-file';
import {
  startUploadQueue,
  type UploadQueue,
  type UploadQueueDeps,
  WriteRejected,
} from '@/device/transfers/uploads/upload-queue';
import { openUploads, type Upload, type UploadDatabase } from '@/device/transfers/uploads/upload-store';
import { until } from '../helpers/until';
import { cuttingProxy, type Fault } from './cutting-proxy';
import { isPair, learner, startTestServer, type TestServer, tempDir, tinyMigration, writeSchool } from './harness';

// The upload queue delivers each file to a real server once, although the network between them fails.

const CHUNK = 6 * 1024 * 1024;
const video = randomBytes(3 * CHUNK + 4_321);
video.writeUInt32BE(24, 0);
video.write('ftypisom', 4);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let server: TestServer;
let staff: Awaited<ReturnType<typeof learner>>;
let folder: ReturnType<typeof tempDir>;
beforeAll(async () => {
  folder = tempDir();
  const school = `${tinyMigration}
create policy "staff add" on storage.objects for insert to authenticated with check ((select auth.jwt()) ->> 'email' like 'staff%');
create policy "staff read" on storage.objects for select to authenticated using ((select auth.jwt()) ->> 'email' like 'staff%');`;
  server = await startTestServer({
    supabaseDir: writeSchool(folder.path, { '20260101000000_create_school.sql': school }),
  });
  staff = await learner(server, 'staff');
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

/** Web Locks within one process: exclusive by name, granted in order. */
function fakeLocks(): LockManager {
  const held = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    options: LockOptions | LockGrantedCallback<unknown>,
    callback?: LockGrantedCallback<unknown>,
  ) => {
    const work = (callback ?? options) as LockGrantedCallback<unknown>;
    const { ifAvailable = false } = callback ? (options as LockOptions) : {};
    if (ifAvailable && held.has(name)) return work(null);
    const before = held.get(name);
    const mine = (async () => {
      await before;
      return work({ name, mode: 'exclusive' });
    })();
    const kept: Promise<unknown> = mine.catch(() => undefined).then(() => held.get(name) === kept && held.delete(name));
    held.set(name, kept);
    return mine;
  };
  return { request, query: async () => ({}) } as LockManager;
}

const queues: UploadQueue[] = [];
const databases: UploadDatabase[] = [];
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop();
  for (const database of databases.splice(0)) await database.delete();
});

const newDatabase = () => {
  const database = openUploads(randomUUID());
  databases.push(database);
  return database;
};

const uploadOf = (key: string, changes: Partial<Upload> = {}): Upload => ({
  id: key,
  title: key,
  fileName: 'video.mp4',
  original: { size: video.length, ends: '' },
  bucket: 'videos',
  key,
  contentType: 'video/mp4',
  size: video.length,
  sent: 0,
  state: 'waiting',
  failure: null,
  detail: null,
  url: null,
  file: key,
  poster: null,
  write: { videoId: key, courseId: 'course', replaces: false, fields: {} },
  createdAt: Date.now(),
  ...changes,
});

interface World {
  database: UploadDatabase;
  written: string[];
  tokens: number;
  queue: UploadQueue;
}

/** In Node, the TUS client can read Buffers but not Blobs. */
const sendBlob: UploadQueueDeps['send'] = async (file, options) =>
  sendFile(Buffer.from(await file.arrayBuffer()), options);

function run(url: string, database: UploadDatabase, changes: Partial<UploadQueueDeps> = {}): World {
  const world: World = { database, written: [], tokens: 0, queue: { stop: async () => undefined } };
  world.queue = startUploadQueue('account', database, {
    endpoint: `${url}/storage/v1/upload/resumable`,
    headers: async () => {
      world.tokens += 1;
      return { apikey: server.backend.publishableKey, authorization: `Bearer ${staff.token}` };
    },
    send: sendBlob,
    terminate: async () => undefined,
    fileOf: async () => new Blob([video]),
    removeFile: async () => undefined,
    write: async ({ id }) => {
      world.written.push(id);
    },
    onProgress: () => undefined,
    onDone: () => undefined,
    pause: async () => new Promise((resolve) => setTimeout(resolve, 20)),
    locks: fakeLocks(),
    ...changes,
  });
  queues.push(world.queue);
  return world;
}

const storedSha = async (key: string) => {
  const answer = await fetch(`${server.url}/storage/v1/object/authenticated/videos/${key}`, {
    headers: { apikey: server.backend.publishableKey, authorization: `Bearer ${staff.token}` },
  });
  return answer.ok ? sha(Buffer.from(await answer.arrayBuffer())) : `status ${answer.status}`;
};
/** Waits until `look` returns true. */
const when = (look: () => Promise<boolean>) =>
  until(async () => {
    if (!(await look())) throw new Error('not yet');
  });
const isEmpty = (database: UploadDatabase) => async () => (await database.uploads.count()) === 0;

test('a video arrives complete and its row is written once, however the network fails', async () => {
  const faults: Fault[] = [
    { cutAfter: 200 },
    { status: 503 },
    { dropAnswer: true },
    { cutAfter: 2_000_000 },
    { status: 502 },
    { cutAfter: 40_000 },
    { cutAfter: 5_500_000 },
    { dropAnswer: true },
  ];
  const trouble = faults.length;
  const proxy = await cuttingProxy(server.url, faults);
  const database = newDatabase();
  await database.uploads.add(uploadOf('a.mp4'));
  const world = run(proxy.url, database);
  await when(isEmpty(database));
  await proxy.close();
  expect(await storedSha('a.mp4')).toBe(sha(video));
  expect(world.written).toEqual(['a.mp4']);
  expect(faults).toEqual([]);
  // Each request gets its own token, and each fault makes the device send at most one chunk again.
  expect(world.tokens).toBeGreaterThanOrEqual(4);
  const again = proxy.sent() - video.length;
  console.info(`Sent again: ${(again / 1024 / 1024).toFixed(1)} MiB after ${trouble} interruptions`);
  expect(again).toBeLessThan(trouble * CHUNK);
});

test('after a reload the upload continues at its stored URL, and another tab waits for the lock', async () => {
  const locks = fakeLocks();
  const database = newDatabase();
  await database.uploads.add(uploadOf('b.mp4'));
  let sentByFirst = 0;
  const first = run(server.url, database, {
    locks,
    onProgress: (_, sent) => {
      sentByFirst = Math.max(sentByFirst, sent);
    },
    send: (file, options) =>
      sendBlob(file, {
        ...options,
        onConfirmed: (confirmed) => {
          options.onConfirmed(confirmed);
          if (confirmed >= CHUNK) void first.queue.stop();
        },
      }),
  });
  const starts: (string | null)[] = [];
  const second = run(server.url, database, {
    locks,
    send: (file, options) => {
      starts.push(options.url);
      return sendBlob(file, options);
    },
  });
  await when(isEmpty(database));
  expect(first.written).toEqual([]);
  expect(second.written).toEqual(['b.mp4']);
  // With two servers, one may still be storing the part that was cut off, so the other refuses the first continuation.
  expect(starts.length).toBeLessThanOrEqual(isPair ? 2 : 1);
  expect(new Set(starts).size).toBe(1);
  expect(starts[0]).toContain('/upload/resumable/');
  expect(await storedSha('b.mp4')).toBe(sha(video));
});

test('two files are sent at a time; pausing one starts the next, and the paused one continues at its offset', async () => {
  const database = newDatabase();
  let [now, most] = [0, 0];
  const world = run(server.url, database, {
    send: async (file, options) => {
      now += 1;
      most = Math.max(most, now);
      try {
        await sendBlob(file, options);
      } finally {
        now -= 1;
      }
    },
  });
  await database.uploads.bulkAdd(
    ['c1.mp4', 'c2.mp4', 'c3.mp4'].map((key, index) => uploadOf(key, { createdAt: index })),
  );
  await when(async () => ((await database.uploads.get('c1.mp4'))?.sent ?? 0) > 0);
  await database.uploads.update('c1.mp4', { state: 'paused' });
  await when(async () => (await database.uploads.count()) === 1);
  expect(world.written.toSorted()).toEqual(['c2.mp4', 'c3.mp4']);
  const paused = await database.uploads.get('c1.mp4');
  expect([paused?.state, paused?.url === null]).toEqual(['paused', false]);
  await database.uploads.update('c1.mp4', { state: 'waiting' });
  await when(isEmpty(database));
  expect(most).toBe(2);
  expect(await storedSha('c1.mp4')).toBe(sha(video));
});

test('an upload that the server no longer knows starts again; a rejected one stops with the reason', async () => {
  const database = newDatabase();
  const gone = `${server.url}/storage/v1/upload/resumable/${randomUUID()}`;
  await database.uploads.bulkAdd([
    uploadOf('d.mp4', { url: gone, sent: CHUNK }),
    uploadOf('e.html', { bucket: 'resources' }),
    uploadOf('a.mp4', { id: 'taken' }),
  ]);
  const world = run(server.url, database);
  await when(async () =>
    (await database.uploads.where('id').noneOf([]).toArray()).every(({ state }) => state === 'failed'),
  );
  expect(world.written).toEqual(['d.mp4']);
  expect(await storedSha('d.mp4')).toBe(sha(video));
  expect((await database.uploads.get('e.html'))?.failure).toBe('refused');
  expect((await database.uploads.get('taken'))?.failure).toBe('taken');
});

test('a row that cannot be written now is retried without sending the file again; a rejected one stops', async () => {
  const database = newDatabase();
  await database.uploads.bulkAdd([uploadOf('f.mp4'), uploadOf('g.mp4')]);
  let sends = 0;
  let attempts = 0;
  run(server.url, database, {
    send: async (file, options) => {
      sends += 1;
      await sendBlob(file, options);
    },
    write: async ({ id }) => {
      if (id === 'g.mp4') throw new WriteRejected('bad_argument');
      attempts += 1;
      if (attempts < 3) throw new TypeError('Failed to fetch');
    },
  });
  await when(
    async () => (await database.uploads.get('g.mp4'))?.state === 'failed' && !(await database.uploads.get('f.mp4')),
  );
  expect([sends, attempts]).toEqual([2, 3]);
  expect(await database.uploads.get('g.mp4')).toMatchObject({
    failure: 'row',
    detail: 'bad_argument',
    sent: video.length,
  });
});

test('a file that is no longer on the device is requested again, also if a page was closed while it copied the file', async () => {
  const database = newDatabase();
  await database.uploads.bulkAdd([uploadOf('h.mp4'), uploadOf('i.mp4', { state: 'preparing' })]);
  run(server.url, database, { fileOf: async () => undefined });
  await when(async () => (await database.uploads.toArray()).every(({ state }) => state === 'needs-file'));
  expect((await database.uploads.toArray()).map(({ state }) => state)).toEqual(['needs-file', 'needs-file']);
});

test('an answer without a text is reported with its status', async () => {
  const proxy = await cuttingProxy(server.url, [{ status: 507 }]);
  const options = {
    endpoint: `${proxy.url}/storage/v1/upload/resumable`,
    url: null,
    headers: async () => ({}),
    metadata: {},
    onUrl: () => undefined,
    onSent: () => undefined,
    onConfirmed: () => undefined,
    signal: new AbortController().signal,
  };
  const error: unknown = await sendFile(video, options).catch((reason: unknown) => reason);
  await proxy.close();
  expect(error).toBeInstanceOf(SendFailed);
  expect((error as SendFailed).status).toBe(507);
});

test('new lessons of a course are written in the order of their files, whichever is sent first', async () => {
  const database = newDatabase();
  const later = async () => (await database.uploads.get('h2.mp4'))?.state;
  const world = run(server.url, database, {
    send: async (_, { metadata }) => {
      if (metadata.objectName === 'h1.mp4') await when(async () => (await later()) === 'storing');
    },
  });
  await database.uploads.bulkAdd(['h1.mp4', 'h2.mp4'].map((key, index) => uploadOf(key, { createdAt: index })));
  await when(isEmpty(database));
  expect(world.written).toEqual(['h1.mp4', 'h2.mp4']);
});

test('a failed upload does not delay later lessons, and a new file of a lesson waits for nobody', async () => {
  const database = newDatabase();
  const { write } = uploadOf('i3.mp4');
  await database.uploads.bulkAdd([
    uploadOf('i1.mp4', { createdAt: 1, state: 'failed' }),
    uploadOf('i2.mp4', { createdAt: 2 }),
    uploadOf('i3.mp4', { createdAt: 3, write: { ...write, replaces: true } }),
  ]);
  const isWritten = async (id: string) => !(await database.uploads.get(id));
  run(server.url, database, {
    send: async (_, { metadata }) => {
      if (metadata.objectName === 'i2.mp4') await when(() => isWritten('i3.mp4'));
    },
  });
  await when(() => isWritten('i2.mp4'));
  expect(await database.uploads.toCollection().primaryKeys()).toEqual(['i1.mp4']);
});
