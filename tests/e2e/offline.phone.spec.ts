import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { openNotes, takeNote } from './pages/discussion';
import { damageVideo, loseVideos, offlineSha256, resizeRow, sha256 } from './pages/downloads';
import { currentTime, downloadLesson, videoOf } from './pages/lesson';
import { signIn, syncChip, waitForWorker, waitUntilSynced } from './pages/shell';

// A phone without a network: the download manager, the repair of a damaged download, and the offline home after a cold start.

const course = 'c0000000-0000-4000-8000-000000000002';
const lesson = 'd0000000-0000-4000-8000-000000000005';
const address = `/video/${lesson}/${course}`;

test('the manager downloads a whole course, plays it, deletes selected lessons and clears all', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const learner = await newLearner('premium');
  const { data: lessons } = await serverClient()
    .from('videos')
    .select('id, title')
    .eq('course_id', course)
    .not('video_url', 'is', null);
  const total = lessons?.length ?? 0;
  expect(total).toBeGreaterThan(2);
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto('/offline-videos');
  await expect(page.getByText('No Offline Videos')).toBeVisible();
  await page.goto(address);
  await downloadLesson(page);

  await page.goto('/offline-videos');
  const count = (lessonsHere: number) =>
    expect(page.getByText(new RegExp(`(^|\\s)${lessonsHere} свален`)).first()).toBeVisible({ timeout: 60_000 });
  const rows = page.getByRole('button', { name: /^Изтрийте от устройството/ });
  await count(1);
  await page.getByRole('button', { name: /^Свалете останали/ }).click();
  await count(total);
  await expect(page.getByText('Целият курс е свален')).toBeVisible();

  await test.step('a lesson plays, with a badge after the network is lost', async () => {
    await page
      .getByRole('button', { name: /^Пуснете / })
      .first()
      .click();
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThanOrEqual(2);
    await device.offline(true);
    await expect(page.getByText('Offline Mode')).toBeVisible();
    // The message about the lost network must not widen the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Затворете плейъра' }).click();
    await expect(videoOf(page)).toHaveCount(0);
    await device.offline(false);
  });

  await test.step('selected lessons are deleted, the others stay', async () => {
    await expect(page.getByRole('button', { name: 'Delete Selected (0)' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Изберете всички' }).check();
    await expect(page.getByRole('button', { name: `Delete Selected (${total})` })).toBeEnabled();
    await page.getByRole('checkbox', { name: 'Изберете всички' }).uncheck();
    await page
      .getByRole('checkbox', { name: new RegExp(`^Изберете .*${lessons?.find(({ id }) => id === lesson)?.title}`) })
      .check();
    await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Изтрийте', exact: true }).click();
    await expect(rows).toHaveCount(total - 1);
    await expect(page.getByRole('button', { name: /^Свалете останалия 1 урок/ })).toBeVisible();
  });

  await test.step('above 500 MB it warns; Clear All asks first', async () => {
    await resizeRow(page, learner.id, 524_288_001);
    await page.reload();
    await expect(page.getByText('Storage Warning')).toBeVisible();
    await page.getByRole('button', { name: 'Clear All' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear All' });
    await expect(dialog.getByText('Are you sure you want to delete all downloaded videos?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Оставете' }).click();
    await expect(rows).toHaveCount(total - 1);
    await page.getByRole('button', { name: 'Clear All' }).click();
    await dialog.getByRole('button', { name: 'Изтрийте', exact: true }).click();
    await expect(page.getByText('No Offline Videos')).toBeVisible();
  });
});

test('a damaged download is repaired; the offline home opens from a cold start and redirects only after the video', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const learner = await newLearner('premium');
  const { data: row } = await serverClient().from('videos').select('video_url').eq('id', lesson).single();
  const { data: stored } = await serverClient()
    .storage.from('videos')
    .download(row?.video_url as string);
  const whole = sha256(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0)));
  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(address);
  await downloadLesson(page);

  await test.step('a damaged video is reported when it is played, and repaired', async () => {
    await damageVideo(page, learner.id);
    await device.offline(true);
    await page.goto('/offline-dashboard');
    await page.getByRole('button', { name: /^Пуснете / }).click();
    await expect(page.getByRole('heading', { name: 'Failed to load offline video' })).toBeVisible();
    await device.offline(false);
    await expect(page.getByRole('heading', { name: 'Failed to load offline video' })).toHaveCount(0, {
      timeout: 60_000,
    });
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThanOrEqual(2);
  });

  await test.step('a video whose bytes the browser evicted is reported and repaired too', async () => {
    await loseVideos(page, learner.id);
    await page.goto('/offline-videos');
    // Hold back the request of the repair, because the message disappears once the video is complete again.
    const videos = /\/storage\/v1\/object\/sign\/videos\//;
    let arrive = () => {};
    const said = new Promise<void>((done) => {
      arrive = done;
    });
    await device.context.route(videos, async (route) => {
      await said;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Пуснете / }).click();
    await expect(page.getByRole('heading', { name: 'Video not available offline' })).toBeVisible();
    arrive();
    await expect.poll(() => offlineSha256(page, learner.id, lesson), { timeout: 60_000 }).toBe(whole);
  });

  await test.step('the check finds the damage and fetches the chunk again', async () => {
    await damageVideo(page, learner.id);
    expect(await offlineSha256(page, learner.id, lesson)).not.toBe(whole);
    await page.goto('/offline-videos');
    const check = page.getByRole('button', { name: /^Проверете файла/ });
    await check.click();
    await expect(page.getByText('Повредената част се сваля отново.')).toBeVisible();
    await expect(check).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => offlineSha256(page, learner.id, lesson), { timeout: 60_000 }).toBe(whole);
    await check.click();
    await expect(page.getByText('Файлът е здрав')).toBeVisible();
    await waitUntilSynced(page);
  });

  await device.kill();
  page = await device.start({ offline: true });
  await test.step('offline from a cold start: lessons, quizzes, notifications, news, streak', async () => {
    await page.goto('/offline-dashboard');
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    for (const name of [
      'Свалени уроци',
      'Вашето учене',
      'Тестове без интернет',
      'Известия',
      'Новини',
      'Какво още работи без интернет',
    ])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByText(/1 свален урок/).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /Калибриране.*Start/ })).toBeVisible();
    await expect(page.getByText('Серията започва с първия урок днес')).toBeVisible();
  });

  await test.step('a tap starts playback; the streak counts at once; the returning network does not stop the video', async () => {
    await page.getByRole('button', { name: /^Пуснете / }).click();
    await expect(page.getByText('Offline Mode')).toBeVisible();
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    await expect.poll(() => currentTime(page)).toBeGreaterThan(1);
    await videoOf(page).evaluate((video: HTMLVideoElement) => video.pause());
    await expect(page.getByText('1 ден поред').last()).toBeVisible();
    await device.offline(false);
    await expect(page.getByText('Online', { exact: true })).toBeVisible();
    await expect(videoOf(page)).toBeVisible();
    await expect(page.getByText('Отново сте онлайн.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Затворете плейъра' }).click();
    await page.waitForURL('**/dashboard');
  });
});

test('the bar above a lesson stays one line, however much is unsent', async ({ newDevice }) => {
  const learner = await newLearner('premium');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(address);
  await waitUntilSynced(page);
  const bar = page.locator('header').filter({ has: syncChip(page) });
  const height = async () => (await bar.boundingBox())?.height;
  const calm = await height();
  await device.offline(true);
  await openNotes(page);
  for (let n = 1; n <= 10; n++) await takeNote(page, `Бележка номер ${n}.`);
  await expect(syncChip(page)).toContainText('10');
  expect(await height()).toBe(calm);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
