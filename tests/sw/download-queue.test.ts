import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import { closeMirror, openMirror } from '@sync';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  deleteDownload,
  deleteDownloads,
  enqueueDownloads,
  pauseDownload,
  repairDownload,
  resumeDownload,
  setDownloadAccess,
} from '@/features/downloads/mutations/downloads';
import { failureText } from '@/features/downloads/text';
import { downloadsName } from '@/shared/names';
import { type Device, makeDevice, PART } from '../helpers/download-device';
import { type MediaServer, startMediaServer } from '../helpers/media-server';

// The queue obeys the learner's commands, and keeps the received bytes when the network, the server or the disk fails.

const SIZE = PART * 4 + 321;
const file = randomBytes(SIZE);
let server: MediaServer;
let device: Device;

beforeEach(async () => {
  server = await startMediaServer(file);
  device = makeDevice();
});
afterEach(async () => {
  await device.stop();
  await server.close();
});

const isOver = (id: string) => device.until(id, (row) => row?.status === 'completed' || row?.status === 'error');
const isCompleted = (id: string) => device.until(id, (row) => row?.status === 'completed');

const orderOf = (id: string) => ({
  id,
  courseId: 'course',
  courseTitle: '',
  title: id,
  description: '',
  duration: 20,
  thumbnail: null,
  fileSize: SIZE,
});

/** Pauses the next response before byte `holdAt`. @returns a function that continues it. */
function holdNext(holdAt: number): () => void {
  let release = () => {};
  server.next.push({ hold: new Promise((resolve) => (release = resolve)), holdAt });
  return () => release();
}

test('a pause keeps every received byte, and a resume fetches the rest', async () => {
  const release = holdNext(PART * 2 + 1_000);
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART * 2);
  await pauseDownload(device.account, id);
  const paused = await device.until(id, (row) => row?.status === 'paused' && row.received > PART * 2);
  release();
  expect(server.requests).toHaveLength(1);
  await resumeDownload(device.account, id);
  expect(await isOver(id)).toMatchObject({ status: 'completed', received: SIZE });
  expect(server.requests[1]).toMatchObject({
    range: `bytes=${paused?.received}-`,
    status: 206,
    sent: SIZE - (paused?.received ?? 0),
  });
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
});

test('a cancel in the middle leaves no byte, and a new download starts from 0', async () => {
  const release = holdNext(PART * 2 + 10);
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART);
  await deleteDownload(device.account, id);
  release();
  await device.order(server.url, id);
  expect(await isOver(id)).toMatchObject({ status: 'completed' });
  expect(server.requests.at(-1)).toMatchObject({ range: null, sent: SIZE });
  await deleteDownload(device.account, id);
  expect([
    await device.db.videoParts.count(),
    await device.db.videoBlobs.count(),
    await device.db.videos.count(),
  ]).toEqual([0, 0, 0]);
  expect((await device.play(id)).status).toBe(404);
});

test('several lessons download one at a time, in the order of the requests', async () => {
  const release = holdNext(1_000);
  const first = await device.order(server.url);
  device.boot();
  await device.until(first, (row) => row?.status === 'downloading' && row.version !== null);
  const second = await device.order(server.url);
  const third = await device.order(server.url);
  const states = (await device.db.videos.toArray()).map((row) => row.status).sort();
  expect(states).toEqual(['downloading', 'queued', 'queued']);
  release();
  const done = (await Promise.all([first, second, third].map(isCompleted))).map((row) => row?.downloadedAt ?? '');
  expect(done).toEqual([...done].sort());
  expect(server.requests).toHaveLength(3);
});

test('an offline queue waits without an error and continues when the network returns', async () => {
  device.online(false);
  const id = await device.order(server.url);
  device.boot();
  server.next = [{ cutAfter: PART + 10 }];
  device.online(true);
  await isCompleted(id);
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
});

test('a network that does not return is an error with Retry, and its return retries automatically', async () => {
  server.always = { cutAfter: 0 };
  const id = await device.order(server.url);
  device.boot();
  expect(await isOver(id)).toMatchObject({ status: 'error', failure: { code: 'network' } });
  expect(server.requests.length).toBe(1 + device.deps.retryDelaysMs.length);
  server.always = {};
  device.online(true);
  expect(await isCompleted(id)).toMatchObject({ failure: null });
});

describe('answers without a file', () => {
  const said = async (id: string) => {
    const { failure } = (await isOver(id)) ?? {};
    return failure && failureText(failure.code, failure.detail);
  };

  test('a 404 fails with the status text, and Retry tries again', async () => {
    server.next = [{ status: 404 }];
    const id = await device.order(server.url);
    device.boot();
    expect(await isOver(id)).toMatchObject({ status: 'error', failure: { code: 'http', detail: 'Not Found' } });
    expect(await said(id)).toBe('Failed to download video: Not Found');
    await resumeDownload(device.account, id);
    await isCompleted(id);
  });

  test('an expired URL is signed again, a few times at most', async () => {
    let signed = 0;
    await device.stop();
    device = makeDevice({ signUrl: async (url) => `${url}?signed=${++signed}` });
    server.next = [{ status: 403 }, { status: 400 }];
    const id = await device.order(server.url);
    device.boot();
    await isCompleted(id);
    expect(signed).toBe(3);
    server.always = { status: 403 };
    const rejected = await device.order(server.url);
    expect(await isOver(rejected)).toMatchObject({ status: 'error', failure: { code: 'http', detail: 'Forbidden' } });
  });

  test('a browser without response streams reports that', async () => {
    await device.stop();
    // Browsers without streams give a response without a body.
    device = makeDevice({
      fetch: async (input, init) => {
        const { status, headers } = await fetch(input, init);
        return new Response(null, { status, headers });
      },
    });
    const id = await device.order(server.url);
    device.boot();
    expect(await said(id)).toBe('Failed to get response reader');
  });

  test('a 503 with Retry-After and a 500 are retried after a pause', async () => {
    server.next = [{ status: 503, retryAfter: '0' }, { status: 500 }];
    const id = await device.order(server.url);
    device.boot();
    await isCompleted(id);
    expect(server.requests.map((request) => request.status)).toEqual([503, 500, 200]);
  });

  test('a Retry-After of a month is not retried at once, as a timer above 24.8 days would', async () => {
    server.next = Array.from({ length: 3 }, () => ({ status: 503, retryAfter: '2592000' }));
    await device.order(server.url);
    device.boot();
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await new Promise((later) => setTimeout(later, 300));
    expect(server.requests).toHaveLength(1);
  });

  test('a 416 during a resume discards the stored bytes and starts from 0', async () => {
    const release = holdNext(PART * 3);
    const id = await device.order(server.url);
    device.boot();
    await device.until(id, (row) => (row?.received ?? 0) >= PART * 2);
    await device.kill();
    release();
    server.next = [{ status: 416 }];
    device.boot();
    await isCompleted(id);
    expect(server.requests.slice(1).map((request) => [request.range === null, request.status])).toEqual([
      [false, 416],
      [true, 200],
    ]);
    expect((await device.play(id)).bytes.equals(file)).toBe(true);
  });
});

describe('a full disk', () => {
  test('is noticed before the first request', async () => {
    device = makeDevice({ freeBytes: async () => 1_000 });
    const id = await device.order(server.url);
    device.boot();
    expect(await isOver(id)).toMatchObject({ status: 'error', failure: { code: 'no_space' } });
    expect(server.requests).toEqual([]);
  });

  test('in the middle stops with an error, keeps what is stored and continues after Retry', async () => {
    const id = await device.order(server.url);
    device.disk.full = (index) => index >= 2;
    device.boot();
    expect(await isOver(id)).toMatchObject({ status: 'error', failure: { code: 'no_space' }, received: PART * 2 });
    device.disk.full = () => false;
    await resumeDownload(device.account, id);
    await isCompleted(id);
    expect(server.requests[1]).toMatchObject({ range: `bytes=${PART * 2}-`, sent: SIZE - PART * 2 });
    expect((await device.play(id)).bytes.equals(file)).toBe(true);
  });
});

test('two tabs download once: the tab with the lock works, the other takes over when it closes', async () => {
  const queue: (() => void)[] = [];
  let held = false;
  const request = async (_name: string, options: { signal: AbortSignal }, work: () => Promise<void>) => {
    if (held) await new Promise<void>((resolve) => queue.push(resolve));
    if (options.signal.aborted) throw options.signal.reason;
    held = true;
    await work();
    held = false;
    queue.shift()?.();
  };
  const locks = { request } as LockManager; // the cast is safe because the queue uses only `request`
  device = makeDevice({ locks });
  const release = holdNext(PART + 1);
  const id = await device.order(server.url);
  device.boot();
  const stopFirst = device.stop;
  await device.until(id, (row) => (row?.received ?? 0) >= PART);
  const { startDownloadQueue } = await import('@/device/transfers/downloads/download-queue');
  const second = startDownloadQueue(device.db, device.deps);
  expect(server.requests).toHaveLength(1);
  await stopFirst();
  release();
  await isCompleted(id);
  expect(server.requests).toHaveLength(2);
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
  await second.stop();
});

test('repair downloads only the damaged part, and finds nothing in an intact file', async () => {
  const id = await device.order(server.url);
  device.boot();
  await isCompleted(id);
  expect(await repairDownload(device.account, id)).toBe('sound');
  await device.damage(id, 2, new Uint8Array(randomBytes(PART)));
  expect(await repairDownload(device.account, id)).toBe('damaged');
  await isCompleted(id);
  expect(server.requests.slice(1)).toMatchObject([{ range: `bytes=${PART * 2}-${PART * 3 - 1}`, sent: PART }]);
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
});

test('repair downloads a file without bytes again, and leaves running downloads as they are', async () => {
  const id = await device.order(server.url);
  device.boot();
  await isCompleted(id);
  await device.db.videoBlobs.delete(id);
  await device.db.videoParts.clear();
  expect(await repairDownload(device.account, id)).toBe('missing');
  await isCompleted(id);
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
  await device.stop();
  const other = await device.order(server.url);
  await pauseDownload(device.account, other);
  await repairDownload(device.account, other);
  expect(await device.db.videos.get(other)).toMatchObject({ status: 'paused' });
});

test('a damaged download of a replaced file is shown as replaced, not as damaged, and the new file is fetched', async () => {
  const id = await device.order(server.url);
  device.boot();
  await isCompleted(id);
  const lessons = openMirror(device.account).lessons;
  const lesson = { id, course_id: 'course', description: null, media_bytes: null, captions: null, resources: [] };
  await lessons.put({ ...lesson, video_url: `${server.url}?second`, _scope: 'public', _seq: 1 });
  expect(await repairDownload(device.account, id)).toBe('sound');
  await device.damage(id, 1, new Uint8Array(randomBytes(PART)));
  expect(await repairDownload(device.account, id)).toBe('newer');
  await isCompleted(id);
  expect(await device.db.videos.get(id)).toMatchObject({ videoUrl: `${server.url}?second` });
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
  closeMirror();
});

test('a course is queued in its order behind waiting downloads, each lesson once; several can be deleted at once', async () => {
  const asOrder = (id: string) => ({ ...orderOf(id), videoUrl: server.url });
  await enqueueDownloads(device.account, [asOrder('c')]);
  await enqueueDownloads(device.account, ['a', 'c', 'b'].map(asOrder));
  const queue = (await device.db.videos.toArray()).sort((x, y) => x.queuedAt - y.queuedAt);
  expect(queue.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  device.boot();
  for (const id of ['a', 'b', 'c']) await isCompleted(id);
  await deleteDownloads(device.account, ['a', 'c']);
  expect((await device.db.videos.toArray()).map(({ id }) => id)).toEqual(['b']);
  expect((await device.play('b')).bytes.equals(file)).toBe(true);
  expect(await device.db.videoBlobs.count()).toBe(1);
  expect(new Set((await device.db.videoParts.toArray()).map(({ videoId }) => videoId))).toEqual(new Set(['b']));
});

test('a forgotten account leaves nothing on the device', async () => {
  const id = await device.order(server.url);
  device.boot();
  await isCompleted(id);
  await device.stop();
  const { forgetDownloads } = await import('@/features/downloads/mutations/download-service');
  await forgetDownloads(device.account);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(downloadsName(device.account));
  expect((await device.play(id)).status).toBe(404);
});

test('a lock keeps the bytes and rejects playback until the plan is back', async () => {
  const id = await device.order(server.url);
  device.boot();
  await isCompleted(id);
  await setDownloadAccess(device.account, true, null);
  expect((await device.play(id, 'bytes=0-1')).status).toBe(403);
  await setDownloadAccess(device.account, false, Date.now() + 60_000);
  expect((await device.play(id, 'bytes=0-1')).status).toBe(206);
});
