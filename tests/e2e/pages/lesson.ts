import { expect, type Page } from '@playwright/test';

export const videoOf = (page: Page) => page.locator('video');

export const currentTime = (page: Page) => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);

/** Plays until the video has passed `seconds`, then pauses it. */
export async function watchUntil(page: Page, seconds: number) {
  await expect
    .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(2);
  // The page pauses the video by itself, because a command from the test may arrive late on a slow machine.
  await videoOf(page).evaluate((video: HTMLVideoElement, until) => {
    const stop = () => {
      if (video.seeking || video.currentTime < until) return;
      video.removeEventListener('timeupdate', stop);
      video.pause();
    };
    video.addEventListener('timeupdate', stop);
    video.muted = true;
    return video.play();
  }, seconds);
  await expect
    .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => (video.paused ? video.currentTime : 0)), {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(seconds);
}

export async function downloadLesson(page: Page) {
  await page.getByRole('button', { name: 'Свалете за офлайн' }).click();
  await expect(page.getByText('Downloaded').first()).toBeVisible({ timeout: 60_000 });
}
