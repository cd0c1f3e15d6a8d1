import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkDownloads } from '@/device/transfers/downloads/integrity';
import { deleteDownload, repairDownloads, resumeForRoom } from '@/features/downloads/mutations/downloads';
import { failureText } from '@/features/downloads/text';
import { fitsLimit, oldestFinished } from '@/shared/download-room';
import { type Device, makeDevice, PART } from '../helpers/download-device';
import { type MediaServer, startMediaServer } from '../helpers/media-server';

// The check after the start finds damaged downloads, and the repair fetches only their damaged chunks. A download that exceeds the learner's limit
// fails with the code `limit`.

const file = randomBytes(PART * 3 + 100);
const noise = randomBytes(PART);
let server: MediaServer;
let device: Device;
const idle = vi.fn(async () => {});
const check = () => checkDownloads(device.db, idle, () => true);
const completed = (id: string) => device.until(id, (row) => row?.status === 'completed');
const rowOf = (id: string) => device.db.videos.get(id);

async function downloaded(): Promise<string> {
  const id = await device.order(server.url);
  await completed(id);
  return id;
}
const damage = (id: string, index: number) => device.damage(id, index, noise);

beforeEach(async () => {
  idle.mockClear();
  server = await startMediaServer(file);
  device = makeDevice();
  device.boot();
});
afterEach(async () => {
  await device.stop();
  await server.close();
});

test('a sound download stays playable and unmarked; each check verifies another chunk', async () => {
  const id = await downloaded();
  const turns: (number | undefined)[] = [];
  for (let run = 0; run < 5; run++) {
    expect(await check()).toEqual([]);
    turns.push((await rowOf(id))?.nextCheck);
  }
  expect(turns).toEqual([1, 2, 3, 0, 1]);
  expect(await rowOf(id)).toMatchObject({ status: 'completed', damaged: [] });
  expect(server.requests).toHaveLength(1);
});

test('damage in the current chunk marks every damaged chunk, and the repair downloads only those', async () => {
  const id = await downloaded();
  await damage(id, 0);
  await damage(id, 2);
  await check();
  expect(await rowOf(id)).toMatchObject({ status: 'completed', damaged: [0, 2] });
  const before = server.requests.length;
  await repairDownloads(device.account);
  await completed(id);
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
  expect(server.requests.slice(before).reduce((sum, { sent }) => sum + sent, 0)).toBe(2 * PART);
  expect(await rowOf(id)).toMatchObject({ damaged: [] });
});

test('damage in another chunk is found when its turn comes', async () => {
  const id = await downloaded();
  await damage(id, 2);
  await check();
  expect((await rowOf(id))?.damaged).toEqual([]);
  await check();
  await check();
  expect((await rowOf(id))?.damaged).toEqual([2]);
});

test('a missing row of a chunk is found without reading bytes', async () => {
  const id = await downloaded();
  await device.db.videoParts.delete([id, 3]);
  await check();
  expect((await rowOf(id))?.damaged).toEqual([3]);
});

test('a download whose bytes are gone is reported and comes back by itself', async () => {
  const id = await downloaded();
  await device.db.videoParts.clear();
  expect(await check()).toEqual([id]);
  await completed(id);
  expect((await device.play(id)).bytes.equals(file)).toBe(true);
});

test('a download that is deleted during the check stays deleted', async () => {
  const id = await downloaded();
  await damage(id, 0);
  idle.mockImplementationOnce(async () => {}).mockImplementationOnce(() => deleteDownload(device.account, id));
  await check();
  expect(await rowOf(id)).toBeUndefined();
  expect(await device.db.videoParts.count()).toBe(0);
});

test('the check waits for an idle moment before every download and every further chunk', async () => {
  const ids = [await downloaded(), await downloaded()];
  await check();
  expect(idle).toHaveBeenCalledTimes(ids.length);
  await damage(ids[0] ?? '', 1);
  idle.mockClear();
  await check();
  // Idle callbacks: one for each of the two downloads, and one for each chunk of the damaged download.
  expect(idle).toHaveBeenCalledTimes(2 + 4);
});

describe("the learner's limit", () => {
  test('a download that does not fit fails by name, and continues after a deletion or a higher limit', async () => {
    await device.stop();
    let limit: number | null = file.length + 10;
    device = makeDevice({ limitBytes: () => limit });
    device.boot();
    const first = await downloaded();
    const second = await device.order(server.url);
    const rejected = await device.until(second, (row) => row?.status === 'error');
    expect(rejected?.failure?.code).toBe('limit');
    expect(await rowOf(first)).toMatchObject({ status: 'completed' });
    await deleteDownload(device.account, first);
    await completed(second);

    const third = await device.order(server.url);
    await device.until(third, (row) => row?.status === 'error');
    limit = null;
    await resumeForRoom(device.account);
    await completed(third);
    expect((await rowOf(second))?.status).toBe('completed');
  });

  test('the oldest finished lesson is offered, never an unfinished one', async () => {
    const id = await downloaded();
    const other = await downloaded();
    const rows = await device.db.videos.toArray();
    expect(oldestFinished(rows, () => true)?.id).toBe(id);
    expect(oldestFinished(rows, (video) => video === other)?.id).toBe(other);
    expect(oldestFinished(rows, () => false)).toBeUndefined();
    expect(fitsLimit(null, rows, 'new', 1e12)).toBe(true);
    expect(fitsLimit(2 * file.length, rows, 'new', 1)).toBe(false);
  });
});

test.each([
  ['DataCloneError', 'The object could not be cloned.'],
  ['UnknownError', 'Error preparing Blob/File data to be stored in object store'],
])('a browser that stores no Blobs says so (%s)', async (name, message) => {
  device.db.videoParts.hook('creating', () => {
    throw new DOMException(message, name);
  });
  const id = await device.order(server.url);
  const row = await device.until(id, (one) => one?.status === 'error');
  expect(row?.failure?.code).toBe('no_blobs');
  expect(failureText('no_blobs', '')).toContain('частен прозорец');
});
