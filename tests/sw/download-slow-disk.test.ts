import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { type Device, makeDevice, PART } from '../helpers/download-device';
import { etagOf } from '../helpers/media-server';
import { Random } from '../helpers/random';

// Downloads to a slow disk, with chunks of any size and interruptions at any byte, never request stored bytes again.

const SIZE = PART * 6 + 4_321;
const file = randomBytes(SIZE);
let device: Device;

afterEach(async () => {
  vi.useRealTimers();
  await device.stop();
});

const completed = () => device.until('video', (row) => row?.status === 'completed' || row?.status === 'error');

type Body = Pick<ReadableStreamDefaultController<Uint8Array>, 'enqueue' | 'close' | 'error'>;

/** A stream that allocates its own buffers, like response bodies in Safari and streams that a page creates. */
const givingStream = (source: VideoSource) => new ReadableStream<Uint8Array>(source);

/** A stream that fills the reader's buffers, like response bodies in Chromium and Firefox. */
function fillingStream({ start, pull }: VideoSource) {
  const bodyOf = (controller: ReadableByteStreamController): Body => ({
    enqueue: (bytes) => controller.enqueue(Uint8Array.from(bytes ?? [])),
    close: () => {
      controller.close();
      controller.byobRequest?.respond(0);
    },
    error: (reason) => controller.error(reason),
  });
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => start?.(bodyOf(controller)),
    pull: (controller) => pull?.(bodyOf(controller)),
  });
}

interface VideoSource {
  start?: (body: Body) => void;
  pull?: (body: Body) => Promise<void>;
}

/** The response to a range request or a full request; `bodyFrom(start)` provides the bytes from offset `start` on. */
function answer(
  init: RequestInit | undefined,
  bodyFrom: (start: number) => VideoSource,
  streamOf = givingStream,
): Response {
  const range = new Headers(init?.headers).get('Range');
  const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
  const length: Record<string, string> = range
    ? { 'Content-Range': `bytes ${start}-${SIZE - 1}/${SIZE}` }
    : { 'Content-Length': String(SIZE) };
  const source = bodyFrom(start);
  const begin = (body: Body) => {
    init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason));
    source.start?.(body);
  };
  return new Response(streamOf({ ...source, start: begin }), {
    status: range ? 206 : 200,
    headers: { ETag: etagOf(file), ...length },
  });
}

async function expectWholeVideo() {
  expect(await completed()).toMatchObject({ status: 'completed', received: SIZE, failure: null });
  expect((await device.play('video')).bytes.equals(file)).toBe(true);
}

test('the bytes of a slow chunk are stored every few seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let body: Body | undefined;
  let onReceived: (received: number) => void = () => {};
  const send = (from: number, to: number) =>
    new Promise<void>((resolve) => {
      onReceived = (received) => received === to && resolve();
      body?.enqueue(file.subarray(from, to));
    });
  device = makeDevice({
    onProgress: (_, received) => onReceived(received),
    fetch: async (_, init) =>
      answer(init, () => ({
        start: (controller) => {
          body = controller;
        },
      })),
  });
  const written: number[] = [];
  device.db.videoParts.hook('creating', (_, part) => void written.push(part.size));
  await device.order('video', 'video');
  const asked = new Promise<void>((resolve) => (onReceived = (received) => received === 0 && resolve()));
  device.boot();
  await asked;
  await send(0, 1_000);
  vi.advanceTimersByTime(2_000);
  await send(1_000, 2_000);
  vi.advanceTimersByTime(1_500);
  await send(2_000, 3_000);
  await device.until('video', (row) => row?.received === 3_000);
  await send(3_000, 4_000);
  await device.kill();
  expect(written).toEqual([3_000]);
});

test.each(Array.from({ length: 60 }, (_, index) => index + 1))('chunks, cuts and kills of seed %i', async (seed) => {
  const random = new Random(seed);
  const turns = async (most: number) => {
    for (let left = random.below(most); left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const chunk = 1 + random.below(PART * random.pick([0.2, 1, 2.5]));
  const [readTurns, writeTurns, sendTurns] = [random.pick([1, 30]), random.pick([1, 30]), random.pick([1, 10])];
  let faults = random.below(4);
  const streamOf = seed % 2 ? givingStream : fillingStream;
  let [interruptions, delivered] = [0, 0];
  let kill = () => {};
  const asked: { start: number; stored: number }[] = [];
  const fetchVideo: typeof fetch = async (_, init) => {
    const stored = (await device.db.chunksOf('video')).reduce((sum, { size }) => sum + size, 0);
    // `cutAt`: the byte at which the transfer is interrupted; a byte after the end interrupts nothing.
    // `isKilled`: true if the worker is killed, false if the network fails.
    const [cutAt, isKilled] =
      faults > 0 ? [stored + random.below(SIZE - stored), random.chance(0.5)] : [SIZE + 1, false];
    faults -= 1;
    return answer(
      init,
      (start) => {
        asked.push({ start, stored });
        let at = start;
        return {
          pull: async (body) => {
            await turns(sendTurns);
            const to = Math.min(at + 1 + random.below(chunk), SIZE);
            if (to > cutAt) {
              interruptions += 1;
              if (isKilled) kill();
              else body.error(new TypeError('cut'));
              return;
            }
            body.enqueue(file.subarray(at, to));
            if (!isKilled) delivered += to - at;
            at = to;
            if (at === SIZE) body.close();
          },
        };
      },
      streamOf,
    );
  };
  const disk = { read: () => turns(readTurns), write: () => turns(writeTurns) };
  device = makeDevice({ fetch: fetchVideo, retryDelaysMs: [0, 0, 0, 0, 0] }, disk);
  await device.order('video', 'video');
  for (let alive = false; !alive; ) {
    const killed = new Promise<boolean>((resolve) => (kill = () => resolve(true)));
    device.boot();
    alive = !(await Promise.race([killed, completed().then(() => false)]));
    if (!alive) await device.kill();
  }
  await expectWholeVideo();
  // The download sends one request plus one per interruption, each starting at the first missing byte.
  expect(asked.length).toBeLessThanOrEqual(interruptions + 1);
  for (const { start, stored } of asked) expect(start).toBe(stored);
  expect(delivered).toBeLessThanOrEqual(SIZE);
});
