import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { UPLOAD_CHUNK_BYTES } from '@/shared/app-limits';
import { DURABLE_STORE, SESSION_KEY, uploadsName } from '@/shared/names';
import { createPostgresFolder } from '../helpers/postgres-template';
import { Random } from '../helpers/random';
import { expect, test } from './device';
import { serverClient } from './learners';
import { newAdmin, openConsole } from './pages/console';
import { startUploadProxy } from './upload-proxy';

// `npm run test:upload`: one upload of UPLOAD_MB (200) must survive everything that can interrupt it. UPLOAD_SEED repeats a run.

const SIZE = Number(process.env.UPLOAD_MB ?? 200) * 1024 * 1024;
const SEED = Number(process.env.UPLOAD_SEED ?? Date.now() % 1_000_000);
const root = resolve(import.meta.dirname, '../..');
const clip = join(root, 'supabase/media/lessons/cube.mp4');
const dataDir = process.env.SLOY_E2E_DATA as string;
const port = Number(process.env.SLOY_E2E_PORT);

let server: ChildProcess | undefined;
/** Starts the product's server without the seed, on the same port and data as before. */
async function startServer() {
  await createPostgresFolder(dataDir);
  const settings = { port, paymentsPort: port + 1, dataDir };
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/server/child-server.ts', JSON.stringify(settings)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}`)));
    child.stdout.on('data', (line: Buffer) => line.includes('ready') && ready());
  });
}
async function killServer() {
  const child = server;
  const ended = new Promise((done) => child?.once('exit', done));
  child?.kill('SIGKILL');
  await ended;
}
test.afterAll(() => {
  server?.kill('SIGKILL');
});

/** A video of SIZE bytes: a clip and a `free` box of random bytes. */
function makeVideo(folder: string): string {
  const path = join(folder, 'урок.mp4');
  const file = openSync(path, 'w');
  const video = readFileSync(clip);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(SIZE - video.length);
  head.write('free', 4);
  writeSync(file, Buffer.concat([video, head]));
  for (let left = SIZE - video.length - 8; left > 0; left -= 1_048_576)
    writeSync(file, randomBytes(Math.min(left, 1_048_576)));
  return path;
}

async function shaOf(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest('hex');
}

/** Replaces the access token on the device by an expired one. The stored expiry time does not change, so the device believes that it is valid. */
async function expireToken(page: Page) {
  const { jwt_secret: secret } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const names = { ...DURABLE_STORE, key: SESSION_KEY };
  const change = (value: string | undefined) =>
    page.evaluate(
      async ({ database, store, key, value }) => {
        const opened = await new Promise<IDBDatabase>((done, failed) => {
          const request = indexedDB.open(database);
          request.onsuccess = () => done(request.result);
          request.onerror = () => failed(request.error);
        });
        const transaction = opened.transaction(store, 'readwrite', { durability: 'strict' });
        const objects = transaction.objectStore(store);
        const request = value === undefined ? objects.get(key) : objects.put(value, key);
        await new Promise((done) => {
          transaction.oncomplete = done;
        });
        opened.close();
        return value === undefined ? String(request.result) : '';
      },
      { ...names, value },
    );
  const session = JSON.parse(await change(undefined));
  const [header, body] = session.access_token.split('.') as [string, string];
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const past = Math.floor(Date.now() / 1000) - 60;
  const signed = `${header}.${Buffer.from(JSON.stringify({ ...claims, exp: past })).toString('base64url')}`;
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  await change(JSON.stringify({ ...session, access_token: `${signed}.${signature}` }));
}

test('an upload survives a bad network, a reload, a closed tab, a killed browser, a killed server and an expired token', async ({
  newDevice,
}) => {
  test.setTimeout(1_800_000);
  console.info(`upload: ${SIZE / 1024 / 1024} MB, seed ${SEED}`);
  await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'sloy-upload-'));
  try {
    const path = makeVideo(folder);
    const admin = await newAdmin();
    const courseId = randomUUID();
    await serverClient().from('courses').insert({ id: courseId, title: 'Качване', plan_type: 'free' }).throwOnError();

    const device = newDevice();
    const editor = `/admin/course-editor/${courseId}`;
    let page = await device.start();
    const happened: string[] = [];
    /** `at`: share of the file that is stored when the interruption happens. */
    const interruption = (name: string, at: number, act: () => Promise<unknown>) => ({
      at: at * SIZE,
      act: async () => {
        happened.push(name);
        await act();
      },
    });
    const proxy = await startUploadProxy(port, new Random(SEED), [
      interruption('reload', 0.1, () => page.reload()),
      interruption('closed tab', 0.25, async () => {
        const other = await device.context.newPage();
        await other.goto(proxy.origin + editor);
        await expect(other.getByRole('progressbar', { name: 'урок' })).toBeVisible();
        await page.close();
        page = other;
      }),
      interruption('killed browser', 0.4, async () => {
        await device.kill();
        page = await device.start();
        await page.goto(proxy.origin + editor);
      }),
      interruption('killed server', 0.6, async () => {
        await killServer();
        await startServer();
      }),
      interruption('expired token', 0.8, () => expireToken(page)),
    ]);

    await openConsole(page, admin.email, `${proxy.origin}${editor}`);
    await page.getByLabel('Пуснете тук видео файлове').setInputFiles(path);
    const rows = () => serverClient().from('videos').select('title, video_url, media_bytes').eq('course_id', courseId);
    await expect.poll(async () => (await rows()).data?.length ?? 0, { timeout: 1_500_000, intervals: [500] }).toBe(1);

    expect(happened).toEqual(['reload', 'closed tab', 'killed browser', 'killed server', 'expired token']);
    expect(proxy.rejections()).toContain(401);
    expect(proxy.atOnce()).toBe(1);
    const again = proxy.sent() - SIZE;
    const interruptions = proxy.faults() + happened.length;
    console.info(
      `upload: ${(again / 1024 / 1024).toFixed(1)} MB sent again after ${proxy.faults()} faults of the network and ${happened.length} others`,
    );
    expect(proxy.faults()).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(interruptions * UPLOAD_CHUNK_BYTES);

    // The device has deleted the upload's state and its copy of the file. The server has one object and no incomplete upload.
    await expect(page.getByRole('progressbar', { name: 'урок' })).toHaveCount(0);
    await expect
      .poll(() =>
        page.evaluate(async (name) => {
          const copies: string[] = [];
          const parent = await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
          for await (const copy of parent.keys()) copies.push(copy);
          return copies;
        }, uploadsName(admin.id)),
      )
      .toEqual([]);
    const [row] = (await rows()).data ?? [];
    expect(row).toMatchObject({ title: 'урок', media_bytes: SIZE });
    const objects = await serverClient().storage.from('videos').list(courseId);
    expect(objects.data).toHaveLength(1);
    const parts = join(dataDir, 'uploads');
    expect(existsSync(parts) ? readdirSync(parts).filter((name) => !name.endsWith('.json')) : []).toEqual([]);
    const link = await serverClient().storage.from('videos').createSignedUrl(String(row?.video_url), 600);
    const stored = await fetch(String(link.data?.signedUrl));
    const storedBytes = new Uint8Array(await stored.arrayBuffer());
    expect(await shaOf([storedBytes])).toBe(await shaOf(createReadStream(path)));
    await proxy.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
