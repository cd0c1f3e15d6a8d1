import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDownloads } from '@/data/downloads/download-service';
import { deleteDownload, pauseDownload, repairDownload, resumeDownload } from '@/data/downloads/mutations';
import { chunkFileOverPort } from '@/transfers/private-files/chunk-file';
import { serveChunkFile } from '@/transfers/private-files/chunk-file-server';
import { type Device, makeDevice, PART } from '../helpers/download-device';
import { type MediaServer, startMediaServer } from '../helpers/media-server';
import { breakFiles, filesIn, openPartFileHere, scribble } from '../helpers/private-files';

// Each download has one private file, leftover files are removed, and a browser without private files stores the bytes in its database.

const SIZE = PART * 3 + 99;
const video = randomBytes(SIZE);
let server: MediaServer;
let device: Device;

beforeEach(async () => {
  server = await startMediaServer(video);
  device = makeDevice({ openChunkFile: openPartFileHere });
});
afterEach(async () => {
  await device.stop();
  await server.close();
});

const isOver = (id: string) => device.until(id, (row) => row?.status === 'completed' || row?.status === 'error');
const files = () => filesIn(device.db.name);

/** Downloads a video. @param isAtWork true if the queue is already running; otherwise it is started @returns the download's id */
async function downloaded(isAtWork = false) {
  const id = await device.order(server.url);
  if (!isAtWork) device.boot();
  expect(await isOver(id)).toMatchObject({ status: 'completed' });
  expect((await device.play(id)).bytes.equals(video)).toBe(true);
  return id;
}

test('a download is one file, its rows hold no bytes, and both are deleted together', async () => {
  const [first, second] = [await downloaded(), await downloaded(true)];
  const entries = await device.db.videoBlobs.bulkGet([first, second]);
  expect(new Set(await files())).toEqual(new Set(entries.map((entry) => entry?.partFile)));
  expect((await device.db.chunksOf(first)).map(({ blob, at }) => [blob, at])).toEqual(
    [0, 1, 2, 3].map((index) => [undefined, index * PART]),
  );
  await deleteDownload(device.account, first);
  expect(await files()).toEqual([entries[1]?.partFile]);
  await device.stop();
  await forgetDownloads(device.account);
  expect(await files()).toEqual([]);
  const root = await navigator.storage.getDirectory();
  await expect(root.getDirectoryHandle(device.db.name)).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a video that was replaced during the download gets its own file, and the old file is removed', async () => {
  server.next = [{ cutAfter: PART * 2 + 5 }];
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) > PART * 2);
  await device.kill();
  const before = (await device.db.videos.get(id))?.partFile;
  expect(await files()).toEqual([before]);
  const other = randomBytes(SIZE);
  server.file = { bytes: other, etag: '"other"' };
  device.boot();
  await isOver(id);
  const after = (await device.db.videos.get(id))?.partFile;
  expect(after).not.toBe(before);
  expect((await device.play(id)).bytes.equals(other)).toBe(true);
  await vi.waitFor(async () => expect(await files()).toEqual([after]));
});

test('the leftovers of a cancel and of a killed browser are removed', async () => {
  await scribble(device.db.name, 'left by a killed browser', 0, new Uint8Array(5));
  let release = () => {};
  server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: PART + 5 }];
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART);
  expect(await files()).toEqual([(await device.db.videos.get(id))?.partFile]);
  await deleteDownload(device.account, id);
  release();
  await vi.waitFor(async () => expect(await files()).toEqual([]));
});

test('a download that began as Blobs ends as Blobs, and a video of Blobs still plays', async () => {
  const withFiles = device.deps.openChunkFile;
  device.deps.openChunkFile = undefined;
  const old = await downloaded();
  await device.stop();
  server.next = [{ cutAfter: PART * 2 }, { hold: new Promise(() => {}), holdAt: 0 }];
  const begun = await device.order(server.url);
  device.boot();
  await device.until(begun, (row) => (row?.received ?? 0) >= PART);
  await device.kill();
  server.next = [];
  // Versions without private files stored rows without `partFile`.
  await device.db.videos.toCollection().modify((row) => void delete row.partFile);
  device.deps.openChunkFile = withFiles;
  device.boot();
  expect(await isOver(begun)).toMatchObject({ status: 'completed' });
  for (const id of [old, begun]) {
    expect((await device.play(id)).bytes.equals(video)).toBe(true);
    expect(await repairDownload(device.account, id)).toBe('sound');
    expect((await device.db.chunksOf(id)).every(({ blob }) => blob instanceof Blob)).toBe(true);
  }
  expect(await files()).toEqual([]);
});

test('a browser that announces private files but opens none stores Blobs', async () => {
  const heard = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await breakFiles(device.db.name, {
    open: () => {
      throw new DOMException('not here', 'SecurityError');
    },
  });
  const id = await downloaded();
  expect((await device.db.videoBlobs.get(id))?.partFile).toBeNull();
  expect(heard).toHaveBeenCalledOnce();
  heard.mockRestore();
});

test('a file that a closing page still holds is awaited', async () => {
  let taken = 3;
  await breakFiles(device.db.name, {
    open: () => {
      taken -= 1;
      if (taken >= 0) throw new DOMException('taken', 'NoModificationAllowedError');
    },
  });
  const id = await downloaded();
  expect(taken).toBe(-1);
  expect((await device.db.videoBlobs.get(id))?.partFile).toEqual(expect.any(String));
});

test('a file that cannot be opened again keeps its bytes, and Retry continues from there', async () => {
  let isClosed = false;
  await breakFiles(device.db.name, {
    open: () => {
      if (isClosed) throw new DOMException('not now', 'InvalidStateError');
    },
  });
  server.next = [{ hold: new Promise(() => {}), holdAt: PART * 2 + 5 }];
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART * 2);
  await pauseDownload(device.account, id);
  const paused = await device.until(id, (row) => row?.status === 'paused' && row.received > PART * 2);
  isClosed = true;
  await resumeDownload(device.account, id);
  expect(await isOver(id)).toMatchObject({ status: 'error', failure: { code: 'storage' }, received: paused?.received });
  isClosed = false;
  await resumeDownload(device.account, id);
  await device.until(id, (row) => row?.status === 'completed');
  expect(server.requests[1]).toMatchObject({ range: `bytes=${paused?.received}-` });
  expect((await device.play(id)).bytes.equals(video)).toBe(true);
});

test('a broken worker stops the download with an error, and Retry continues with a new one', async () => {
  let breakDown = () => {};
  device.deps.openChunkFile = (folder, name) => {
    const { port1, port2 } = new MessageChannel();
    serveChunkFile(port2);
    const server = Object.assign(port1, { onerror: null as ((event: ErrorEvent) => void) | null });
    breakDown = () => server.onerror?.({ message: 'out of memory' } as ErrorEvent);
    // A terminated worker releases its open handles.
    const end = () => {
      port1.postMessage({ id: 0, ask: 'close' });
      setImmediate(() => port1.close());
    };
    return chunkFileOverPort(server, end, folder, name);
  };
  let release = () => {};
  server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: PART * 2 + 5 }];
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART * 2);
  breakDown();
  release();
  expect(await isOver(id)).toMatchObject({ status: 'error', failure: { code: 'storage' }, received: PART * 2 });
  await resumeDownload(device.account, id);
  await device.until(id, (row) => row?.status === 'completed');
  expect(server.requests[1]).toMatchObject({ range: `bytes=${PART * 2}-` });
  expect((await device.play(id)).bytes.equals(video)).toBe(true);
});

test('a check skips a video that is being downloaded', async () => {
  let release = () => {};
  server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: PART * 2 + 5 }];
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART * 2);
  await device.db.videoParts.update([id, 0], { sha256: 'of other bytes' });
  expect(await repairDownload(device.account, id)).toBe('damaged');
  expect(await device.db.chunksOf(id)).toHaveLength(2);
  release();
  await device.until(id, (row) => row?.status === 'completed');
});

test('a missing file of a downloaded video is fetched again', async () => {
  const id = await downloaded();
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(device.db.name);
  await folder.removeEntry((await device.db.videos.get(id))?.partFile ?? '');
  expect((await device.play(id)).status).toBe(404);
  expect(await repairDownload(device.account, id)).toBe('missing');
  await device.until(id, (row) => row?.status === 'completed');
  expect((await device.play(id)).bytes.equals(video)).toBe(true);
});
