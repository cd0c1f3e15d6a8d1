import { expect, type Page } from '@playwright/test';

export const film = (page: Page) => page.locator('video');

export const currentTime = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);

/** Plays until the film has passed `seconds`, then stops it. */
export async function watchUntil(page: Page, seconds: number) {
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(2);
  await film(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect.poll(() => currentTime(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(seconds);
  await film(page).evaluate((video: HTMLVideoElement) => video.pause());
}

export async function downloadLesson(page: Page) {
  await page.getByRole('button', { name: 'Свали за офлайн' }).click();
  await expect(page.getByText('Downloaded').first()).toBeVisible({ timeout: 60_000 });
}
