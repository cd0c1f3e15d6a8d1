import { expect, test } from './device';
import { journalOf, type Learner, newLearner } from './learners';
import { currentTime, videoOf, watchUntil } from './pages/lesson';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// The player on the lesson page resumes from the stored progress, reacts to its keys, and recovers from an expired URL and an unplayable file.

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000003';
const address = `/video/${lesson}/${course}`;

const isReady = (video: HTMLVideoElement) => video.readyState >= 2 && !video.seeking;

async function progressOf(learner: Learner) {
  const doc = (await journalOf(learner)).find(({ id }) => id === `progress/${lesson}`);
  return doc?.data as { intervals: [number, number][]; position: number; completed: boolean } | undefined;
}

test('skipped parts do not count as watched; the next device resumes where this one stopped', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const page = await newDevice().start();
  await signIn(page, learner.email);
  await page.goto(address);
  await watchUntil(page, 3);
  await videoOf(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 30;
  });
  await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
  await watchUntil(page, 32);
  const stopped = await currentTime(page);
  await waitUntilSynced(page);
  await expect
    .poll(async () => (await progressOf(learner))?.position, { timeout: 60_000 })
    .toBe(Math.round(stopped * 1000));
  const progress = await progressOf(learner);
  const [first, second, ...more] = progress?.intervals ?? [];
  expect(more).toEqual([]);
  expect(first?.[0]).toBeLessThan(300);
  expect(first?.[1]).toBeLessThan(29_000);
  expect(Math.abs((second?.[0] ?? 0) - 30_000)).toBeLessThan(100);
  expect(second?.[1]).toBe(Math.round(stopped * 1000));
  expect(progress?.completed).toBe(false);

  const other = await newDevice().start();
  await signIn(other, learner.email);
  await waitUntilSynced(other);
  await other.goto(address);
  await expect.poll(() => currentTime(other)).toBeCloseTo(stopped, 2);

  // The player shows where it resumes and offers to start over; at the end it offers the next lesson without starting it.
  await expect(other.getByText(/^Продължава от 0:3/)).toBeVisible();
  await other.getByRole('button', { name: 'Отначало' }).click();
  await expect.poll(() => currentTime(other)).toBe(0);
  await expect(other.getByText(/^Продължава от/)).toHaveCount(0);
  await videoOf(other).evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    video.currentTime = video.duration - 0.5;
    return video.play();
  });
  const offer = other.getByRole('region', { name: 'Следващ урок' });
  await expect(offer.getByRole('link', { name: /^Гледайте/ })).toHaveAttribute('href', /^\/video\//);
  await offer.getByRole('button', { name: 'Затворете предложението' }).click();
  await expect(offer).toHaveCount(0);
  expect(new URL(other.url()).pathname).toBe(address);
});

test('the player’s keys work, also with a Bulgarian layout, and a dialog lists them', { tag: '@desktop' }, async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const page = await newDevice().start();
  await signIn(page, learner.email);
  await page.goto(address);
  await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
  const state = () =>
    videoOf(page).evaluate((video: HTMLVideoElement) => ({
      paused: video.paused,
      time: Math.round(video.currentTime),
      muted: video.muted,
      volume: Math.round(video.volume * 10) / 10,
      rate: video.playbackRate,
      captions: video.textTracks[0]?.mode,
      cues: video.textTracks[0]?.cues?.length,
    }));
  await expect.poll(async () => (await state()).cues ?? 0).toBeGreaterThan(5);
  const press = (key: string) => page.keyboard.press(key);
  // Outside the player the arrows scroll the page.
  await press('ArrowRight');
  await press('ArrowDown');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await state()).toMatchObject({ time: 0, volume: 1 });
  await page.getByRole('button', { name: 'Пуснете', exact: true }).first().focus();
  await press('ArrowRight');
  await press('KeyL');
  await press('ArrowLeft');
  expect((await state()).time).toBe(10);
  await press('ArrowDown');
  await press('ArrowDown');
  expect((await state()).volume).toBe(0.8);
  // «ь» is on the key of the Latin «m»: shortcuts use the key's position, not its letter.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ь', code: 'KeyM', bubbles: true, cancelable: true }),
    ),
  );
  expect((await state()).muted).toBe(true);
  await press('KeyM');
  await press('KeyC');
  expect(await state()).toMatchObject({ muted: false, volume: 0.8, captions: 'hidden' });
  await press('Shift+Period');
  expect((await state()).rate).toBe(1.25);
  await press('Shift+Comma');
  await press('Space');
  await expect.poll(async () => (await state()).paused).toBe(false);
  await press('Space');
  await expect.poll(async () => (await state()).paused).toBe(true);
  await press('Shift+Slash');
  await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible();
  await press('Escape');
  await page.reload();
  await expect.poll(state).toMatchObject({ volume: 0.8, captions: 'hidden' });
});

const tokenOf = (url: string): { iat: number } => {
  const payload = new URL(url).searchParams.get('token')?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};

test('an expired URL is signed again and the video continues at its position, also after server errors', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  let expired = '';
  /** Failures still to come after the URL has expired: the first signing request and the first request with the new URL each get a 503. */
  const stumbles = { signing: 1, video: 1 };
  await device.context.route(/\/storage\/v1\/object\/sign\/videos\//, (route) => {
    const url = route.request().url();
    if (expired && url === expired.split('#')[0]) return route.fulfill({ status: 400, body: '{"error":"InvalidJWT"}' });
    const step = url.includes('token=') ? 'video' : 'signing';
    if (!expired || stumbles[step] === 0) return route.fallback();
    stumbles[step] -= 1;
    return route.fulfill({ status: 503, json: { error: 'Unavailable', message: 'Unavailable' } });
  });
  await page.goto('/video/d0000000-0000-4000-8000-000000000002/c0000000-0000-4000-8000-000000000001');
  await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
  expired = await videoOf(page).evaluate((video: HTMLVideoElement) => video.currentSrc);
  // Signing again within the same second would give the same, expired URL.
  const signedAt = tokenOf(expired).iat;
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(signedAt);
  await page.getByRole('slider', { name: 'Позиция' }).fill('33');
  await expect.poll(() => stumbles).toEqual({ signing: 0, video: 0 });
  await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentSrc)).not.toBe(expired);
  await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
  await expect.poll(() => currentTime(page)).toBeCloseTo(33, 1);
});

test('a file that is not a video is replaced by a marked sample, and Retry loads the video', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  const videos = /\/storage\/v1\/object\/sign\/videos\/.*token=/;
  await device.context.route(videos, (route) =>
    route.fulfill({ status: 200, contentType: 'video/mp4', body: 'no video' }),
  );
  await page.goto(address);
  await expect(page.getByText('Video playback failed')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
  await watchUntil(page, 2);
  await device.context.unroute(videos);
  await page.getByRole('button', { name: 'Опитайте отново' }).click();
  await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentSrc)).toContain('/storage/');
  await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
  await waitUntilSynced(page);
  expect(await progressOf(learner)).toBeUndefined();
});

test('an offline lesson without a download shows that and the rest of it works; an unknown lesson shows that too', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await waitForWorker(page);
  await page.goto(address);
  await expect(videoOf(page)).toBeVisible();
  await device.offline(true);
  await page.goto('/video/d0000000-0000-4000-8000-000000000001/c0000000-0000-4000-8000-000000000001');
  await expect(page.getByText("You're Offline")).toBeVisible();
  await expect(page.getByText('This video is not available offline.')).toBeVisible();
  await page.getByRole('tab', { name: 'Ресурси' }).click();
  await page.getByRole('tab', { name: 'Тест' }).click();
  await page.goto('/video/d0000000-0000-4000-8000-0000000000aa');
  await expect(page.getByRole('heading', { name: 'Видеото не е намерено' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Към таблото' }).first()).toBeVisible();
});
