import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../learners';

/** Signs in through the form and waits for the dashboard with its courses. */
export async function signIn(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await page.waitForURL(/\/dashboard(_free)?$/);
  await expect(page.getByRole('heading', { name: /Здравейте/ })).toBeVisible();
}

/** Waits until the service worker has cached the shell, so that the app opens offline. */
export async function waitForWorker(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}

export const syncChip = (page: Page) => page.getByRole('button', { name: /^Синхронизация:/ });

/** Waits until the sync chip shows that everything is sent and received. */
export async function waitUntilSynced(page: Page) {
  await expect(syncChip(page)).toHaveAccessibleName('Синхронизация: Синхронизирано', { timeout: 30_000 });
}

/** Timeout for changes by another device or the server: if their poke is lost, a device polls within 72 seconds. */
export const whenHeard = { timeout: 90_000 };

export const bell = (page: Page) => page.getByRole('button', { name: /^Известия/ });
export const flame = (page: Page) => page.getByRole('button', { name: /^Серия/ });
export const account = (page: Page) => page.getByRole('button', { name: 'Меню на профила' });
export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Търсене' });
