import { randomBytes } from 'node:crypto';
import { startMediaServer } from '../helpers/media-server';
import { type Device, expect, phone, test } from './device';
import { newLearner, PASSWORD, serverClient } from './learners';
import {
  difference,
  downloadRow,
  downloadSlowly,
  frameAt,
  offlineSha256,
  sha256,
  untilDownloaded,
  videoSizes,
  watchRanges,
} from './pages/downloads';
import { videoOf } from './pages/lesson';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';
import { withTemporaryCourse } from './temporary-course';

// A download survives a kill, a reload, a change of the file and a sign-out. The tests download a lesson of more than 30 MB as a premium learner.

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000002';
const page4MB = 4 * 1024 * 1024;

async function storedVideo(key: string): Promise<Uint8Array> {
  const { data, error } = await serverClient().storage.from('videos').download(key);
  if (error) throw error;
  return new Uint8Array(await data.arrayBuffer());
}

async function videoKeyOf(videoId: string): Promise<string> {
  const { data, error } = await serverClient().from('videos').select('video_url').eq('id', videoId).single();
  if (error) throw error;
  return data.video_url as string;
}

/** Opens the lesson as a new premium learner on a phone whose service worker is running. */
async function openLesson(device: Device, path = `/video/${lesson}/${course}`) {
  const learner = await newLearner('premium');
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(path);
  return { learner, page };
}

/** Kills the phone when a new learner has downloaded at least a chunk of the video. @returns the learner */
async function killMidway(device: Device, videoId: string, courseId: string) {
  const { learner, page } = await openLesson(device, `/video/${videoId}/${courseId}`);
  await downloadSlowly(page, learner.id, videoId, { speed: 3_000_000, stored: page4MB });
  await device.kill();
  return learner;
}

test('a download that is killed midway fetches only what is missing, is byte-equal, and seeks exactly without a network', async ({
  newDevice,
}) => {
  const learner = await newLearner('premium');
  const bytes = await storedVideo(await videoKeyOf(lesson));
  expect(bytes.length).toBeGreaterThanOrEqual(30 * 1024 * 1024);
  const device = newDevice();
  let page = await device.start();
  const positions = [1, 9.5, 17.25, 26, 38.9];

  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(`/video/${lesson}/${course}`);
  await expect
    .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(2);
  const online: Awaited<ReturnType<typeof frameAt>>[] = [];
  for (const position of positions) online.push(await frameAt(page, position));

  await test.step('killed with SIGKILL when a few chunks are stored', async () => {
    await downloadSlowly(page, learner.id, lesson, { speed: 4_000_000, stored: 2 * page4MB });
    await device.kill();
  });

  let before = 0;
  await test.step('started again offline: the stored bytes are still there, without an error', async () => {
    page = await device.start({ offline: true });
    await page.goto('/offline-dashboard');
    await expect(page.getByText('Чака мрежа')).toBeVisible();
    const row = await downloadRow(page, learner.id, lesson);
    before = row?.received ?? 0;
    expect(row?.status).toBe('downloading');
    expect(before).toBeGreaterThanOrEqual(page4MB);
    expect(before).toBeLessThan(bytes.length);
  });

  await test.step('online: the download continues by itself, with one request for the rest', async () => {
    const ranges = watchRanges(device.context);
    // When the network returns, the offline home redirects to another screen. The download must continue all the same.
    await device.offline(false);
    await expect
      .poll(async () => (await downloadRow(page, learner.id, lesson))?.status, { timeout: 60_000 })
      .toBe('completed');
    expect(ranges.filter((range) => range !== null)).toEqual([`bytes=${before}-`]);
    expect(ranges).toHaveLength(1);
    expect(await offlineSha256(page, learner.id, lesson)).toBe(sha256(bytes));
    expect(await videoSizes(page, learner.id)).toEqual([bytes.length]);
  });

  await test.step('offline, from a cold start: every seek lands exactly on its frame', async () => {
    await device.kill();
    page = await device.start({ offline: true });
    await page.goto(`/video/${lesson}/${course}`);
    await expect(page.getByText('Offline Mode')).toBeVisible();
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThanOrEqual(2);
    for (const [index, position] of positions.entries()) {
      const frame = await frameAt(page, position);
      expect(frame.time).toBe(position);
      expect(difference(frame.pixels, online[index]?.pixels ?? [])).toBeLessThan(0.5);
    }
    const [first, last] = [online[0]?.pixels ?? [], online.at(-1)?.pixels ?? []];
    expect(difference(first, last)).toBeGreaterThan(2);
  });

  await test.step('playback survives a stopped worker', async () => {
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      video.currentTime = 2;
      return video.play();
    });
    const session = await device.context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
      .toBeGreaterThan(7);
  });
});

test('a video that is replaced while the phone is off is fetched again and never spliced', async ({ newDevice }) => {
  const [first, second] = [randomBytes(4 * page4MB), randomBytes(4 * page4MB)];
  const lessonOf = { title: 'Сменен филм', media_bytes: first.length, duration_seconds: 20 };
  await withTemporaryCourse({ plan: 'premium', lesson: lessonOf, video: first }, async ({ courseId, videoId, key }) => {
    const device = newDevice();
    const learner = await killMidway(device, videoId, courseId);
    const replaced = await serverClient().storage.from('videos').update(key, second, { contentType: 'video/mp4' });
    expect(replaced.error).toBeNull();

    const page = await device.start();
    await page.goto('/dashboard');
    await expect
      .poll(async () => (await downloadRow(page, learner.id, videoId))?.status, { timeout: 60_000 })
      .toBe('completed');
    expect(await offlineSha256(page, learner.id, videoId)).toBe(sha256(second));
    await expect.poll(() => videoSizes(page, learner.id)).toEqual([second.length]);
  });
});

for (const isReplaced of [false, true])
  test(`from another origin that shows neither ETag nor Content-Range, a killed download ${isReplaced ? 'of a replaced video starts over' : 'fetches only what is missing'}`, async ({
    newDevice,
  }) => {
    const [first, second] = [randomBytes(4 * page4MB), randomBytes(4 * page4MB)];
    const server = await startMediaServer(first, { tls: true });
    server.file.lastModified = new Date('2026-10-21T07:28:00Z');
    server.always = { ignoresIfRange: true };
    const lesson = { title: 'Филм отдалече', media_bytes: first.length, duration_seconds: 20, video_url: server.url };
    try {
      await withTemporaryCourse({ plan: 'premium', lesson }, async ({ courseId, videoId }) => {
        const device = newDevice({ ...phone, ignoreHTTPSErrors: true });
        const learner = await killMidway(device, videoId, courseId);
        const before = server.requests.length;
        if (isReplaced) server.file = { ...server.file, bytes: second, lastModified: new Date('2026-10-21T07:28:01Z') };

        const page = await device.start();
        await page.goto('/dashboard');
        await expect
          .poll(async () => (await downloadRow(page, learner.id, videoId))?.status, { timeout: 60_000 })
          .toBe('completed');
        const [rest, ...more] = server.requests.slice(before);
        expect(rest).toMatchObject({ status: 206, ifRange: null });
        expect(Number(/^bytes=(\d+)-$/.exec(rest?.range ?? '')?.[1])).toBeGreaterThanOrEqual(page4MB);
        expect(more.map(({ range }) => range)).toEqual(isReplaced ? [null] : []);
        expect(await offlineSha256(page, learner.id, videoId)).toBe(sha256(isReplaced ? second : first));
      });
    } finally {
      await server.close();
    }
  });

test('after a reload and a takeover by another tab, a download resumes from stored bytes', async ({ newDevice }) => {
  const bytes = await storedVideo(await videoKeyOf(lesson));
  const device = newDevice();
  const { learner, page } = await openLesson(device);
  const ranges = watchRanges(device.context);
  await downloadSlowly(page, learner.id, lesson, { speed: 2_000_000, stored: page4MB });
  for (let turn = 0; turn < 4; turn += 1) {
    await page.reload();
    await expect.poll(() => ranges.length, { timeout: 20_000 }).toBe(turn + 2);
  }
  const other = await device.context.newPage();
  await other.goto('/dashboard');
  await page.close();
  await expect
    .poll(async () => (await downloadRow(other, learner.id, lesson))?.status, { timeout: 60_000 })
    .toBe('completed');
  const starts = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts[0]).toBeGreaterThanOrEqual(page4MB);
  expect(ranges.length).toBeGreaterThanOrEqual(6);
  expect(await offlineSha256(other, learner.id, lesson)).toBe(sha256(bytes));
  expect(await videoSizes(other, learner.id)).toEqual([bytes.length]);
});

test('pause, resume, cancel, delete; a sign-out locks the downloads and a sign-in unlocks them', async ({
  newDevice,
}) => {
  const device = newDevice();
  const { learner, page } = await openLesson(device);
  await downloadSlowly(page, learner.id, lesson, { speed: 4_000_000, stored: 1 });
  expect(await videoSizes(page, learner.id)).toHaveLength(1);
  await page.getByRole('button', { name: 'Откажете' }).last().click();
  await expect.poll(() => videoSizes(page, learner.id)).toEqual([]);
  await downloadSlowly(page, learner.id, lesson, { speed: 4_000_000, stored: 1 });
  await page.getByRole('button', { name: 'Пауза', exact: true }).last().click();
  await expect(page.getByText(/^На пауза/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^На пауза/)).toBeVisible();
  await page.getByRole('button', { name: 'Продължете' }).click();
  await untilDownloaded(page);
  const address = `/media/offline/${lesson}?account=${learner.id}`;
  const status = () =>
    page.evaluate(
      (url) => fetch(url, { headers: { Range: 'bytes=0-1' } }).then((response) => response.status),
      address,
    );
  expect(await status()).toBe(206);

  await page.goto('/dashboard');
  await waitUntilSynced(page);
  await page.getByRole('button', { name: 'Меню на профила' }).click();
  await page.getByRole('button', { name: 'Изход' }).click();
  await page.waitForURL('**/login');
  await expect.poll(status).toBe(403);
  await signIn(page, learner.email);
  await expect.poll(status).toBe(206);

  await page.goto('/offline-dashboard');
  await page.getByRole('button', { name: /^Изтрийте от устройството/ }).click();
  await page.getByRole('button', { name: 'Изтрийте', exact: true }).click();
  await expect(page.getByText('No Offline Videos')).toBeVisible();
  expect(await status()).toBe(404);
  expect(await videoSizes(page, learner.id)).toEqual([]);
});

test('a device that is left in one tab while another downloads keeps nothing', async ({ newDevice }) => {
  const device = newDevice();
  const { learner, page } = await openLesson(device);
  // The first tab learns of the sign-out only after the other tab has deleted the databases.
  await page.addInitScript(() => {
    let isLate = false;
    window.addEventListener('storage', (event) => {
      if (isLate || event.key !== 'sloy.identity') return;
      event.stopImmediatePropagation();
      setTimeout(() => {
        isLate = true;
        window.dispatchEvent(new StorageEvent('storage', event));
      }, 2_000);
    });
  });
  await page.reload();
  await downloadSlowly(page, learner.id, lesson, { speed: 2_000_000, stored: page4MB });
  const other = await device.context.newPage();
  await other.goto('/settings?tab=device');
  await waitUntilSynced(other);
  await other.getByRole('button', { name: 'Излезте и премахнете всичко' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Излезте и премахнете всичко' }).click();
  await expect(other.getByText('Устройството вече не пази нищо Ваше')).toBeVisible();
  await page.waitForURL('**/login');
  const kept = async () => {
    const names = await other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
    return [...names.filter((name) => name.includes(learner.id)), ...(await videoSizes(other, learner.id))];
  };
  await expect.poll(kept).toEqual([]);
  // Both tabs, without a reload, open the downloads again when the account signs in.
  await page.getByLabel('Имейл').fill(learner.email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  for (const tab of [page, other])
    await expect
      .poll(() => tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').join(' ')))
      .toContain(`sloy-downloads-${learner.id}`);
});
