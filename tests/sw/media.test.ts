import 'fake-indexeddb/auto';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteStore, downloadsOf } from '@/device/transfers/downloads/download-store';
import { offlineMediaHref } from '@/shared/paths';
import { answerOfflineMedia } from '../../sw/media';

// The worker's handler must answer requests for downloaded videos with exact bytes. The tests store chunks as the download queue stores them.

const account = 'a0000000-0000-4000-8000-000000000001';
const videoId = 'd0000000-0000-4000-8000-000000000001';
const chunkBytes = 1000;
const file = randomBytes(3500);
const etag = '"one"';
const database = downloadsOf(account);

const href = (video = videoId, uid = account) => `http://localhost${offlineMediaHref(video, uid)}`;
const ask = (headers: Record<string, string> = {}, method = 'GET', url = href()) =>
  answerOfflineMedia(new Request(url, { headers, method }));
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

beforeAll(async () => {
  const parts = [];
  for (let start = 0, index = 0; start < file.length; start += chunkBytes, index += 1) {
    const bytes = file.subarray(start, start + chunkBytes);
    const part = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    parts.push(part);
    await database.videoParts.put({ videoId, index, blob: new Blob([new Uint8Array(bytes)]), ...part });
  }
  await database.videoBlobs.put({ videoId, type: 'video/mp4', size: file.length, etag, parts });
});

afterAll(() => deleteStore(account));

test('without a range the answer is the whole file, with its length and type', async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-length': '3500',
    'content-type': 'video/mp4',
    etag,
  });
  expect(await bodyOf(response)).toEqual(file);
});

describe('a range is answered with exactly its bytes', () => {
  test.each([
    ['bytes=0-1', 0, 2],
    ['bytes=0-', 0, 3500],
    ['bytes=999-1000', 999, 1001],
    ['bytes=1000-1999', 1000, 2000],
    ['bytes=1500-', 1500, 3500],
    ['bytes=3499-', 3499, 3500],
    ['bytes=3000-99999', 3000, 3500],
    ['bytes=-1', 3499, 3500],
    ['bytes=-2600', 900, 3500],
    ['bytes=-9999', 0, 3500],
  ])('%s', async (range, start, end) => {
    const response = await ask({ Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end - 1}/3500`);
    expect(response.headers.get('Content-Length')).toBe(String(end - start));
    expect(await bodyOf(response)).toEqual(file.subarray(start, end));
  });
});

test.each(['bytes=3500-', 'bytes=9999-10000', 'bytes=-0'])(
  'a range beyond the end, %s, is 416 with the size',
  async (range) => {
    const response = await ask({ Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */3500');
    expect((await bodyOf(response)).length).toBe(0);
  },
);

test('several ranges, another unit and an unreadable header are answered with the whole file', async () => {
  for (const range of ['bytes=0-1,10-11', 'items=0-1', 'bytes=5-2']) {
    const response = await ask({ Range: range });
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toEqual(file);
  }
});

test('a range for another version of the file is answered with the whole file, for this version with the range', async () => {
  expect((await ask({ Range: 'bytes=0-1', 'If-Range': '"two"' })).status).toBe(200);
  expect((await ask({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
});

test('HEAD has the headers of GET and no body', async () => {
  const whole = await ask({}, 'HEAD');
  expect([whole.status, whole.headers.get('Content-Length'), (await bodyOf(whole)).length]).toEqual([200, '3500', 0]);
  const part = await ask({ Range: 'bytes=10-19' }, 'HEAD');
  expect([part.status, part.headers.get('Content-Range')]).toEqual([206, 'bytes 10-19/3500']);
});

test('a video that this account did not download is 404, and the request creates no database', async () => {
  expect((await ask({}, 'GET', href('d0000000-0000-4000-8000-000000000009'))).status).toBe(404);
  expect((await ask({}, 'GET', href(videoId, 'b0000000-0000-4000-8000-000000000009'))).status).toBe(404);
  expect((await ask({}, 'GET', 'http://localhost/media/offline/x')).status).toBe(404);
  expect((await ask({}, 'GET', `http://localhost/media/offline/%E0%A4%A?account=${account}`)).status).toBe(404);
  expect((await ask({}, 'POST')).status).toBe(405);
  const names = (await indexedDB.databases()).map((one) => one.name);
  expect(names).toEqual([database.name]);
});

test('a locked account gets 403, also after the lease, and plays again after a renewal', async () => {
  await database.state.put({ key: 'access', locked: true, until: null });
  expect((await ask()).status).toBe(403);
  await database.state.put({ key: 'access', locked: false, until: Date.now() - 1 });
  expect((await ask()).status).toBe(403);
  await database.state.put({ key: 'access', locked: false, until: Date.now() + 60_000 });
  expect((await ask()).status).toBe(200);
});

test('a missing chunk is reported: 404 at the start, a broken stream later, never other bytes', async () => {
  const parts = await database.chunksOf(videoId);
  await database.videoParts.delete([videoId, 2]);
  expect((await ask({ Range: 'bytes=2000-2001' })).status).toBe(404);
  await expect(bodyOf(await ask({ Range: 'bytes=0-' }))).rejects.toThrow();
  await database.videoParts.bulkPut(parts);
  expect(await bodyOf(await ask())).toEqual(file);
});

test('a chunk that is too short is reported: 404, never other bytes', async () => {
  const short = { blob: new Blob([new Uint8Array(file.subarray(0, chunkBytes - 1))]) };
  await database.videoParts.update([videoId, 0], short);
  expect((await ask({ Range: 'bytes=0-1' })).status).toBe(404);
});
