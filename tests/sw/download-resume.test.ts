import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repairDownload } from '@/features/downloads/mutations/downloads';
import { type Device, makeDevice, PART } from '../helpers/download-device';
import { etagOf, type MediaServer, startMediaServer } from '../helpers/media-server';

// A download that is interrupted, killed or restarted requests only the missing bytes, and the file is identical.

const SIZE = PART * 4 + 12_345;
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

const completed = (id: string) => device.until(id, (row) => row?.status === 'completed' || row?.status === 'error');
const sentBodies = () => server.requests.filter((request) => request.status === 200 || request.status === 206);

async function expectWholeFile(id: string, bytes = file) {
  const row = await completed(id);
  expect(row).toMatchObject({ status: 'completed', received: bytes.length, fileSize: bytes.length, failure: null });
  const played = await device.play(id);
  expect(played.bytes.equals(bytes)).toBe(true);
}

test('an uninterrupted download is one request and byte-equal', async () => {
  const id = await device.order(server.url);
  device.boot();
  await expectWholeFile(id);
  expect(server.requests).toEqual([{ range: null, ifRange: null, status: 200, sent: SIZE }]);
  const entry = await device.db.videoBlobs.get(id);
  expect(entry).toMatchObject({ videoId: id, type: 'video/mp4', size: SIZE, etag: etagOf(file) });
  expect(entry?.parts.map((part) => part.size)).toEqual([PART, PART, PART, PART, 12_345]);
});

const cuts = [0, 1, 2, 3, 4].flatMap((part) => [
  part * PART,
  part * PART + 1,
  part * PART + 9_000,
  Math.min((part + 1) * PART, SIZE) - 1,
]);

describe('cut off by the network, it continues from the missing byte', () => {
  test.each(cuts)('after %i bytes', async (cutAfter) => {
    server.next = [{ cutAfter }];
    const id = await device.order(server.url);
    device.boot();
    await expectWholeFile(id);
    const stored =
      server.requests.length > 1 ? Number(/bytes=(\d+)-/.exec(server.requests[1]?.range ?? 'bytes=0-')?.[1]) : 0;
    // The device stores every byte that it receives; the server may have sent more, but those bytes were lost in network buffers.
    expect(stored).toBeLessThanOrEqual(cutAfter);
    expect(server.requests[1]).toMatchObject(
      stored > 0
        ? { range: `bytes=${stored}-`, ifRange: etagOf(file), status: 206, sent: SIZE - stored }
        : { sent: SIZE },
    );
    expect(server.requests).toHaveLength(2);
  });
});

describe('killed during the download, a new start requests only the missing bytes', () => {
  test.each(cuts.filter((cut) => cut > 0))('after %i sent bytes', async (holdAt) => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.next = [{ hold, holdAt }];
    const id = await device.order(server.url);
    device.boot();
    const wholeParts = Math.floor(holdAt / PART) * PART;
    await device.until(
      id,
      (row) => row?.status === 'downloading' && row.received >= wholeParts && (wholeParts > 0 || row.version !== null),
    );
    await device.kill();
    release();
    const stored = (await device.db.chunksOf(id)).reduce((sum, part) => sum + part.size, 0);
    expect(stored).toBeGreaterThanOrEqual(wholeParts);
    device.boot();
    await expectWholeFile(id);
    const resumed = sentBodies().slice(1);
    expect(resumed.map((request) => request.sent)).toEqual([SIZE - stored]);
    if (stored > 0) expect(resumed[0]).toMatchObject({ range: `bytes=${stored}-`, ifRange: etagOf(file), status: 206 });
  });
});

test('killed repeatedly, every byte is fetched once, except the chunk in memory', async () => {
  const id = await device.order(server.url);
  for (const cutAfter of [PART + 5, PART + 7, PART * 2 + 1]) {
    server.next = [{ cutAfter }, { hold: new Promise(() => {}), holdAt: 0 }];
    const before = (await device.db.videos.get(id))?.received ?? 0;
    device.boot();
    await device.until(id, (row) => (row?.received ?? 0) > before);
    await device.kill();
  }
  server.next = [];
  device.boot();
  await expectWholeFile(id);
});

describe('a file that was replaced during the download is never spliced', () => {
  const other = randomBytes(PART * 3 + 77);
  const sameSize = randomBytes(SIZE);

  test.each([
    ['another size', other],
    ['the same size', sameSize],
  ])('%s: the server answers If-Range with the whole new file', async (_name, bytes) => {
    server.next = [{ cutAfter: PART * 2 + 500 }];
    const id = await device.order(server.url);
    device.boot();
    await device.until(id, (row) => (row?.received ?? 0) > PART * 2);
    await device.kill();
    server.file = { bytes, etag: etagOf(bytes) };
    device.boot();
    await expectWholeFile(id, bytes);
  });

  test.each([
    ['another size', other],
    ['the same size', sameSize],
    ['shorter than what is stored', randomBytes(PART)],
  ])('%s: a server that ignores If-Range is detected by its ETag', async (_name, bytes) => {
    let release = () => {};
    server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: PART * 2 + 500 }];
    const id = await device.order(server.url);
    device.boot();
    await device.until(id, (row) => (row?.received ?? 0) >= PART * 2);
    await device.kill();
    release();
    server.always = { ignoresIfRange: true };
    server.file = { bytes, etag: etagOf(bytes) };
    device.boot();
    await expectWholeFile(id, bytes);
  });

  test('after a cut a file with a weak ETag is fetched from 0', async () => {
    server.file = { bytes: file, etag: 'W/"x"' };
    server.next = [{ cutAfter: PART * 2 }];
    const id = await device.order(server.url);
    device.boot();
    await expectWholeFile(id);
    expect(server.requests.map((request) => request.range)).toEqual([null, null]);
  });
});

describe('from a server that shows neither ETag nor Content-Range and ignores If-Range', () => {
  const other = randomBytes(PART * 3 + 77);
  const sameSize = randomBytes(SIZE);
  const [stored, replaced] = [new Date('2026-10-21T07:28:00Z'), new Date('2026-10-21T07:28:01Z')];

  /** The part of a response that a page of another origin may read. */
  const filtered: typeof fetch = async (input, init) => {
    const { body, status, headers } = await fetch(input, init);
    const readable = ['Content-Length', 'Content-Type', 'Last-Modified'];
    return new Response(body, {
      status,
      headers: [...headers].filter(([name]) => readable.some((of) => of.toLowerCase() === name)),
    });
  };

  beforeEach(() => {
    device = makeDevice({ fetch: filtered });
    server.file.lastModified = stored;
    server.always = { ignoresIfRange: true };
  });

  async function cutThenKilled(cutAfter: number) {
    let release = () => {};
    server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: cutAfter }];
    const id = await device.order(server.url);
    device.boot();
    await device.until(id, (row) => (row?.received ?? 0) >= Math.floor(cutAfter / PART) * PART);
    await device.kill();
    release();
    return id;
  }

  test('it continues from the last stored chunk', async () => {
    const id = await cutThenKilled(PART * 2 + 500);
    device.boot();
    await expectWholeFile(id);
    expect(server.requests.slice(1)).toEqual([
      { range: `bytes=${PART * 2}-`, ifRange: null, status: 206, sent: SIZE - PART * 2 },
    ]);
  });

  test.each([
    ['another size', other],
    ['the same size', sameSize],
    ['shorter than what is stored', randomBytes(PART)],
  ])('a file that was replaced is fetched from 0: %s', async (_name, bytes) => {
    const id = await cutThenKilled(PART * 2 + 500);
    server.file = { bytes, etag: etagOf(bytes), lastModified: replaced };
    device.boot();
    await expectWholeFile(id, bytes);
    expect(server.requests.at(-1)).toMatchObject({ range: null, sent: bytes.length });
  });

  test('only a damaged chunk is downloaded again', async () => {
    const id = await cutThenKilled(PART * 3 + 10);
    await device.damage(id, 1, new Uint8Array(PART));
    device.boot();
    await expectWholeFile(id);
    expect(server.requests.slice(1).map(({ range }) => range)).toEqual([
      `bytes=${PART}-${PART * 2 - 1}`,
      `bytes=${PART * 3}-`,
    ]);
  });

  test('a server that also ignores Range works, and stored bytes are not written twice', async () => {
    const id = await cutThenKilled(PART * 2 + 500);
    server.always = { noRanges: true };
    let written = 0;
    device.db.videoParts.hook('creating', () => {
      written += 1;
    });
    device.boot();
    await expectWholeFile(id);
    expect(server.requests.map(({ status }) => status)).toEqual([200, 200]);
    expect(written).toBe(3);
  });

  test('without a date it starts over', async () => {
    delete server.file.lastModified;
    const id = await cutThenKilled(PART * 2 + 500);
    device.boot();
    await expectWholeFile(id);
    expect(server.requests.map(({ range }) => range)).toEqual([null, null]);
  });
});

test('the sign-in page of a captive portal is not stored as the video, and stored chunks stay', async () => {
  server.next = [{ cutAfter: PART * 2 }, { page: '<html>Welcome to the train</html>' }];
  const id = await device.order(server.url);
  device.boot();
  await expectWholeFile(id);
  expect(server.requests.at(-1)).toMatchObject({ status: 206, ifRange: etagOf(file) });
});

test('a server without ranges works, and stored bytes are not written twice', async () => {
  server.always = { noRanges: true };
  server.next = [{ cutAfter: PART * 3 }];
  const id = await device.order(server.url);
  device.boot();
  await expectWholeFile(id);
  expect(server.requests.map((request) => request.status)).toEqual([200, 200]);
});

/** Responds with at most `bytes` bytes, then the network fails. */
const stingy =
  (bytes: number): typeof fetch =>
  async (_, init) => {
    const range = new Headers(init?.headers).get('Range');
    const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => (bytes > 0 ? controller.enqueue(file.subarray(start, start + bytes)) : controller.close()),
      pull: (controller) => (start + bytes < SIZE ? controller.error(new TypeError('cut')) : controller.close()),
    });
    const length: Record<string, string> = range
      ? { 'Content-Range': `bytes ${start}-${SIZE - 1}/${SIZE}` }
      : { 'Content-Length': String(SIZE) };
    return new Response(body, { status: range ? 206 : 200, headers: { ETag: etagOf(file), ...length } });
  };

test('a download continues through repeated cuts while every answer contains new bytes', async () => {
  device = makeDevice({ fetch: stingy(20_000) });
  const id = await device.order(server.url);
  device.boot();
  await expectWholeFile(id);
});

test('a server that sends empty answers is not retried for ever', async () => {
  let asked = 0;
  const nothing = stingy(0);
  device = makeDevice({
    fetch: (...args) => {
      asked++;
      return nothing(...args);
    },
  });
  const id = await device.order(server.url);
  device.boot();
  expect(await completed(id)).toMatchObject({ status: 'error', failure: { code: 'network' } });
  expect(asked).toBe(1 + device.deps.retryDelaysMs.length);
});

test('a server that sends more bytes than announced is not retried for ever, and none of its bytes play', async () => {
  let asked = 0;
  device = makeDevice({
    fetch: async () => {
      asked++;
      return new Response(Buffer.concat([file, file]), {
        headers: { ETag: etagOf(file), 'Content-Length': String(SIZE) },
      });
    },
  });
  const id = await device.order(server.url);
  device.boot();
  expect(await completed(id)).toMatchObject({ status: 'error', failure: { code: 'http', detail: 'incomplete' } });
  expect(asked).toBe(4);
  expect((await device.play(id)).status).toBe(404);
});

test('a server that sends no length works', async () => {
  server.always = { chunked: true };
  const id = await device.order(server.url);
  device.boot();
  await expectWholeFile(id);
});

test('only a damaged chunk is downloaded again', async () => {
  const id = await device.order(server.url);
  let release = () => {};
  server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: PART * 3 + 10 }];
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART * 3);
  await device.kill();
  release();
  await device.damage(id, 1, new Uint8Array(PART));
  device.boot();
  await expectWholeFile(id);
  expect(server.requests.slice(1).map((request) => request.range)).toEqual([
    `bytes=${PART}-${PART * 2 - 1}`,
    `bytes=${PART * 3}-`,
  ]);
});

test('a stored chunk whose bytes the browser has lost is fetched again, and no other', async () => {
  let lost = 1;
  device.disk.lost = (index) => index === lost;
  device.db.videoParts.hook('deleting', () => {
    lost = -1;
  });
  let release = () => {};
  server.next = [{ hold: new Promise((resolve) => (release = resolve)), holdAt: PART * 3 }];
  const id = await device.order(server.url);
  device.boot();
  await device.until(id, (row) => (row?.received ?? 0) >= PART * 3);
  await device.kill();
  release();
  device.boot();
  await expectWholeFile(id);
  expect(server.requests.slice(1).map(({ range }) => range)).toEqual([
    `bytes=${PART}-${PART * 2 - 1}`,
    `bytes=${PART * 3}-`,
  ]);
});

test('a chunk that the disk did not keep as written is found by the repair, and only that chunk is fetched again', async () => {
  let damaged = false;
  device.disk.bad = (index) => {
    if (index !== 1 || damaged) return false;
    damaged = true;
    return true;
  };
  const id = await device.order(server.url);
  device.boot();
  expect(await completed(id)).toMatchObject({ status: 'completed' });
  expect(await repairDownload(device.account, id)).toBe('damaged');
  await expectWholeFile(id);
  expect(server.requests.map((request) => request.range)).toEqual([null, `bytes=${PART}-${PART * 2 - 1}`]);
});
