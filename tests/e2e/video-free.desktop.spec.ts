import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { currentTime, videoOf } from './pages/lesson';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';
import { withTemporaryCourse } from './temporary-course';

// A free account must not get a paid video, and each reason why a video cannot play has its own message (specification 2 §2.7, §8).

const lesson = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('the storage rejects lessons that are not previews, and every failure has its own message', async ({
  newDevice,
}) => {
  const learner = await newLearner('free');
  const server = serverClient();
  const keyOf = async (id: string) =>
    (await server.from('videos').select('video_url').eq('id', id).single()).data?.video_url as string;
  const [open, closed, free] = [await keyOf(lesson(1)), await keyOf(lesson(2)), await keyOf(lesson(9))];

  await test.step('the storage signs previews and free courses, nothing else', async () => {
    const videos = learner.api.storage.from('videos');
    for (const key of [open, free]) expect((await videos.createSignedUrl(key, 60)).error, key).toBeNull();
    expect((await videos.createSignedUrl(closed, 60)).error).not.toBeNull();
    expect((await videos.download(closed)).error).not.toBeNull();
  });

  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await waitForWorker(page);

  await test.step('a paid lesson, an unknown one', async () => {
    await page.goto(`/video-free/${lesson(2)}`);
    await expect(page.getByRole('heading', { name: 'Видеото не може да бъде заредено' })).toBeVisible();
    await expect(videoOf(page)).toHaveCount(0);
    await page.goto(`/video-free/${lesson(9_999)}`);
    await expect(page.getByRole('heading', { name: 'Видеото не беше намерено' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Назад' }).last().click();
    await page.waitForURL('**/dashboard_free');
  });

  await test.step('a lesson of a free course plays to the end', async () => {
    await page.goto(`/video-free/${lesson(9)}`);
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThanOrEqual(2);
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 30;
    });
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => !video.seeking && video.readyState >= 2))
      .toBe(true);
    expect(await currentTime(page)).toBeCloseTo(30, 1);
    await expect(page.getByText('free preview ended')).toHaveCount(0);
  });

  await test.step('a missing file: the sample with a notice; when the file is back, Retry plays it', async () => {
    const gone = { title: 'Изчезнал филм', duration_seconds: 40, is_free_preview: true };
    await withTemporaryCourse({ plan: 'basic', lesson: gone }, async ({ videoId, key }) => {
      await page.goto(`/video-free/${videoId}`);
      await expect(page.getByText('Failed to load video. Please try again later.')).toBeVisible({ timeout: 60_000 });
      await expect
        .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentSrc))
        .toContain('sample');
      const { data } = await server.storage.from('videos').download(open);
      expect(
        (await server.storage.from('videos').upload(key, data ?? new Blob(), { contentType: 'video/mp4' })).error,
      ).toBeNull();
      await page.getByRole('button', { name: 'Опитайте отново' }).click();
      await expect
        .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentSrc))
        .toContain(key.slice(8));
      await expect(page.getByText('Failed to load video. Please try again later.')).toHaveCount(0);
    });
  });

  await test.step('without a network the page shows that and keeps its text', async () => {
    await device.offline(true);
    await page.goto(`/video-free/${lesson(1)}`);
    await expect(page.getByText("You're Offline")).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Описание' })).toBeVisible();
  });
});
