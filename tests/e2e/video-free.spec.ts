import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner } from './learners';
import { currentTime, videoOf } from './pages/lesson';
import { signIn } from './pages/shell';

// The preview for free accounts ends after 20 seconds (specification 2 §4), whatever the learner tries.

const preview = '/video-free/d0000000-0000-4000-8000-000000000001';

const ready = (page: Page) =>
  expect
    .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState >= 2 && !video.seeking))
    .toBe(true);
const isPaused = (page: Page) => videoOf(page).evaluate((video: HTMLVideoElement) => video.paused);

test('a free account can watch twenty seconds of a lesson, by playback, seeking, keys and touch', async ({
  newDevice,
}, info) => {
  const onPhone = info.project.name === 'phone';
  const learner = await newLearner('free');
  const page = await newDevice().start();
  await signIn(page, learner.email);
  await page.goto(preview);
  await expect(page.getByRole('heading', { level: 1, name: /Какво е слой/ })).toContainText('FREE');
  await expect(page.getByRole('heading', { name: 'Free limits' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unlock Pro now' })).toHaveAttribute('href', '/pricing');
  await ready(page);

  const ended = page.getByRole('alert').filter({ hasText: 'free preview ended' });
  const atTheEnd = async () => {
    await expect(ended).toBeVisible();
    await expect.poll(() => currentTime(page)).toBeCloseTo(20, 1);
    await expect.poll(() => isPaused(page)).toBe(true);
  };
  const close = async () => {
    await ended.getByRole('button', { name: 'Затворете' }).click();
    await expect(ended).toHaveCount(0);
  };

  await test.step('playback stops at twenty seconds', async () => {
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      video.currentTime = 18;
      return video.play();
    });
    await atTheEnd();
  });

  await test.step('after the dialog is closed the video stays at its position, and a new attempt to play opens the dialog again', async () => {
    await close();
    for (const name of ['Напред 5 секунди', 'Назад 5 секунди', 'Цял екран'])
      await expect(page.getByRole('button', { name })).toBeDisabled();
    await expect(page.getByRole('slider', { name: 'Позиция' })).toBeDisabled();
    await page.getByRole('button', { name: 'Пуснете', exact: true }).click();
    await atTheEnd();
    await close();
    // The lock screen or headphones can start playback without the page's controls, which this call simulates.
    await videoOf(page).evaluate((video: HTMLVideoElement) => video.play().catch(() => undefined));
    await atTheEnd();
    await close();
    if (onPhone) {
      const box = await videoOf(page).boundingBox();
      await page.touchscreen.tap((box?.x ?? 0) + 30, (box?.y ?? 0) + 60);
    } else {
      await page.keyboard.press('KeyJ');
    }
    await atTheEnd();
    await page.keyboard.press('Escape');
    await expect(ended).toHaveCount(0);
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 3;
    });
    await expect.poll(() => currentTime(page)).toBeCloseTo(20, 1);
  });

  await test.step('seeking and skipping do not pass the limit either', async () => {
    await page.reload();
    await ready(page);
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 16;
    });
    await ready(page);
    if (onPhone) await page.getByRole('button', { name: 'Напред 5 секунди' }).click();
    else await page.keyboard.press('KeyL');
    await atTheEnd();
    await page.reload();
    await ready(page);
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 35;
    });
    await atTheEnd();
    await ended.getByRole('link', { name: 'Отключете Pro' }).click();
    await page.waitForURL(/\/pricing/);
  });
});
