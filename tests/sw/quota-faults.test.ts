import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { randomBytes } from 'node:crypto';
import { createMirror } from '@sync/mirror/mirror';
import { Puller } from '@sync/mirror/pull';
import { createOutbox } from '@sync/outbox/outbox';
import type { Transport } from '@sync/protocol/types';
import { afterEach, expect, test, vi } from 'vitest';
import { resumeDownload, resumeForRoom } from '@/features/downloads/mutations/downloads';
import { keepFile, keptFile } from '@/features/resources/requests/resource-cache';
import { DOWNLOAD_SPARE_BYTES } from '@/shared/app-limits';
import { lookUpDurable, writeDurable } from '@/shared/durable-store';
import { readStored, writeStored } from '@/shared/local-storage';
import type { ResourceRow } from '@/shared/rows';
import { isQuotaError } from '@/shared/storage-errors';
import { type Device, makeDevice } from '../helpers/download-device';
import { fillDisk } from '../helpers/failing-writes';
import { startMediaServer } from '../helpers/media-server';
import { ModelServer } from '../helpers/model-server';
import { Random } from '../helpers/random';
import { idOf, MARIA, THINGS } from '../helpers/simulated-school';

// For N = 1…100, the Nth write of each store fails because the disk is full. No confirmed write is lost; once space is free, everything continues.

const SEED = Number(process.env.QUOTA_SEED ?? 20_261_123);
const random = new Random(SEED);
console.info(`quota faults: seed ${SEED}`);
const faults = Array.from({ length: 100 }, (_, index) => index + 1);
const disk = fillDisk();

afterEach(() => {
  disk.free();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('outbox: every acknowledged write is there after a restart, and the next one succeeds', async () => {
  let rejected = 0;
  const name = `quota-${random.below(1e9)}`;
  const options = { name, multiInstance: false };
  const mirror = createMirror(`${name}-mirror`);
  let outbox = await createOutbox(MARIA, mirror, options);
  const acknowledged = new Map<string, boolean>();
  for (const nth of faults) {
    // Four documents are written at once, and one to three disk writes in a row fail. The first failing write is one of the first seven, so that
    // any write of the store can fail, for one document or for several.
    disk.arm(name, 1 + (nth % 7), 1 + random.below(3));
    const ids = Array.from({ length: 4 }, (_, at) => idOf(nth * 10 + at));
    await Promise.all(
      ids.map(async (id) => {
        try {
          await outbox.write('like', id, () => ({ video_id: id, liked: true }));
          acknowledged.set(id, true);
        } catch (error) {
          expect(isQuotaError(error) || String(error).includes('QuotaExceeded'), String(error)).toBe(true);
          rejected += 1;
        }
      }),
    );
    disk.free();
    await outbox.write('like', THINGS[0] ?? '', () => ({ video_id: THINGS[0] ?? '', liked: nth % 2 === 0 }));
    if (nth % 20 !== 0) continue;
    await outbox.close();
    outbox = await createOutbox(MARIA, mirror, options);
    const stored = new Set(outbox.docs().map(({ id }) => id));
    expect([...acknowledged.keys()].filter((id) => !stored.has(`like/${id}`))).toEqual([]);
  }
  await outbox.close();
  expect(rejected).toBeGreaterThan(50);
});

test('mirror: rows and cursor of a page are stored together or not at all, and the next pull completes', async () => {
  const server = new ModelServer();
  server.addAccount(MARIA, 'premium');
  for (let n = 0; n < 60; n++) server.publish('public', 'courses', idOf(n), { title: `Курс ${n}` });
  const clock = { now: () => 1_000_000, random: () => 0.5, setTimer: () => 0, clearTimer: () => undefined };
  const transport: Pick<Transport, 'pull'> = { pull: (cursors, limit) => server.pull(MARIA, cursors, limit) };
  let failed = 0;
  for (const nth of faults) {
    const name = `quota-mirror-${nth}`;
    const mirror = createMirror(name);
    const deps = {
      account: MARIA,
      mirror,
      transport: transport as Transport,
      clock,
      limit: 10,
      putBack: async () => undefined,
    };
    disk.arm(name, nth);
    await new Puller(deps).pull().catch((error: unknown) => expect(isQuotaError(error), String(error)).toBe(true));
    failed += disk.failed;
    const cursor = (await mirror.scopes.get('public'))?.seq ?? 0;
    // The cursor equals the number of stored rows.
    expect(await mirror.courses.count()).toBe(cursor);
    disk.free();
    await new Puller(deps).pull();
    expect(await mirror.courses.count()).toBe(60);
    await mirror.delete();
  }
  expect(failed).toBeGreaterThan(60);
});

const CHUNK = 1_024;
const video = randomBytes(24 * CHUNK + 17);

/** Downloads with one fault and presses Retry once if it failed. @returns the status before Retry. */
async function downloadWithFault(device: Device, url: string, free: () => void) {
  device.boot();
  const id = await device.order(url);
  const first = await device.until(id, (row) => row?.status === 'completed' || row?.status === 'error');
  free();
  if (first?.status === 'error') {
    expect(first.failure?.code).toBe('no_space');
    await resumeDownload(device.account, id);
    await device.until(id, (row) => row?.status === 'completed');
  }
  expect((await device.play(id)).bytes.equals(video)).toBe(true);
  await device.stop();
  return first?.status;
}

test('downloads: a full disk in any write of a chunk or of the row is one message; Retry completes the same bytes', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const server = await startMediaServer(video);
  const results = { error: 0, completed: 0 };
  const count = (status: string | undefined) => (status === 'error' ? results.error++ : results.completed++);
  for (const nth of faults) {
    const rows = makeDevice({ chunkBytes: CHUNK });
    disk.arm(rows.db.name, nth, 3);
    count(
      await downloadWithFault(rows, server.url, disk.free).catch(async (error: unknown) => {
        // The write that adds the download to the queue failed, so the app has not confirmed the download.
        expect(isQuotaError(error), String(error)).toBe(true);
        await rows.stop();
        return 'error';
      }),
    );
  }
  await server.close();
  expect(results.error).toBeGreaterThan(25);
  expect(results.completed).toBeGreaterThan(25);
}, 60_000);

test('downloads stop first: with only the spare space left they wait, and the outbox still writes', async () => {
  const server = await startMediaServer(video);
  let free = DOWNLOAD_SPARE_BYTES + video.length - 1;
  const device = makeDevice({ freeBytes: async () => free });
  device.boot();
  const id = await device.order(server.url);
  const stopped = await device.until(id, (row) => row?.status === 'error');
  expect(stopped?.failure?.code).toBe('no_space');
  const options = { name: 'quota-first', multiInstance: false, now: () => 1 };
  const outbox = await createOutbox(MARIA, createMirror('quota-first-mirror'), options);
  expect(await outbox.write('day', '2026-11-23', () => ({}))).toMatchObject({ pending: true });
  await outbox.close();
  free += 1;
  await resumeForRoom(device.account);
  await device.until(id, (row) => row?.status === 'completed');
  await device.stop();
  await server.close();
});

test('caches: only the file that does not fit is rejected, and the others stay', async () => {
  const stored = new Map<string, Blob>();
  let writes = 0;
  let nth = 0;
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (url: string, response: Response) => {
        if (++writes === nth) throw new DOMException('The disk is full', 'QuotaExceededError');
        stored.set(url, await response.blob());
      },
      match: async (url: string) => (stored.has(url) ? new Response(stored.get(url)) : undefined),
    }),
  });
  const resource = (id: number): ResourceRow => ({
    id: `r${id}`,
    title: '',
    file_url: `r${id}`,
    file_name: `r${id}.stl`,
    file_size: 3,
    file_type: null,
    created_at: '',
  });
  for (nth of faults) {
    writes = 0;
    stored.clear();
    const kept = await Promise.allSettled(faults.map((id) => keepFile('account', resource(id), new Blob([`${id}`]))));
    const rejected = kept.flatMap(({ status }, index) => (status === 'rejected' ? index + 1 : []));
    expect(rejected).toHaveLength(1);
    for (const id of faults)
      expect((await keptFile('account', resource(id))) !== undefined).toBe(!rejected.includes(id));
  }
});

test('durable store: a rejected write is reported, the earlier value stays, and the next write succeeds', async () => {
  const current = new Map<string, string>();
  for (const nth of faults) {
    disk.arm('sloy-keys', 1 + (nth % 5));
    for (let at = 0; at < 5; at++) {
      const [key, value] = [`key-${at}`, `${nth}-${at}`];
      if (await writeDurable(key, value)) current.set(key, value);
    }
    expect(disk.failed).toBe(1);
    disk.free();
    for (const [key, value] of current) expect(await lookUpDurable(key)).toBe(value);
  }
});

test('localStorage: a rejected write is reported, throws nothing, and changes nothing else', () => {
  const values = new Map<string, string>();
  let writes = 0;
  let nth = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => void values.delete(key),
    setItem: (key: string, value: string) => {
      if (++writes === nth) throw new DOMException('The disk is full', 'QuotaExceededError');
      values.set(key, value);
    },
  });
  for (nth of faults) {
    writes = 0;
    const results = faults.map((id) => writeStored(`key-${id}`, `${nth}`));
    expect(results.filter((isWritten) => !isWritten)).toHaveLength(1);
    // The write failed, so the value of the previous run remains.
    expect(readStored(`key-${nth}`)).toBe(nth === 1 ? null : `${nth - 1}`);
    expect(writeStored(`key-${nth}`, `${nth}`)).toBe(true);
  }
});
