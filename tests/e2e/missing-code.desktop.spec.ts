import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { videoOf } from './pages/lesson';
import { signIn, syncChip, waitUntilSynced } from './pages/shell';

// If code cannot load, the app shows a placeholder, reloads once or shows an error. Code is missing when a first visit loses the network, or when
// a new version has replaced the files. Service workers are blocked, because a worker would have cached the code.

test.use({ serviceWorkers: 'block' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a dialog whose code is missing shows a placeholder that can be closed; the lesson stays, and the dialog opens when the network returns', async ({
  page,
  context,
}) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await page.goto('/video/d0000000-0000-4000-8000-000000000003/c0000000-0000-4000-8000-000000000001');
  await expect(videoOf(page)).toBeVisible();
  await waitUntilSynced(page);
  await context.setOffline(true);
  const notYet = page
    .getByRole('status')
    .filter({ hasText: 'Това още не е на устройството. Ще се отвори, щом мрежата го донесе.' });
  await syncChip(page).click();
  await expect(notYet).toBeVisible();
  await expect(videoOf(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await notYet.getByRole('button', { name: 'Затворете' }).click();
  await expect(notYet).toHaveCount(0);
  await syncChip(page).click();
  await expect(notYet).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Синхронизация' })).toBeVisible();
  await expect(notYet).toHaveCount(0);
});

/** Opens the pricing page while its code is missing. With `forever`, a reload does not find the code either. @returns a counter of page loads. */
async function goWhereNoCodeIs(page: Page, { forever }: { forever: boolean }) {
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/pricing-page-*.js', (route) =>
    forever || loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Цени' }).click();
  return () => loads;
}

test('a screen of a replaced version opens in the next version after one reload', async ({ page }) => {
  const loads = await goWhereNoCodeIs(page, { forever: false });
  await expect(heading(page, 'Изберете')).toBeVisible();
  expect(loads()).toBe(1);
});

test('code that never loads ends in an error message, not in a reload loop', async ({ page }) => {
  const loads = await goWhereNoCodeIs(page, { forever: true });
  await expect.poll(loads, { timeout: 60_000 }).toBe(1);
  await expect(heading(page, 'Нещо се обърка на този екран')).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(loads()).toBe(1);
  await page.unroute('**/assets/pricing-page-*.js');
  await page.getByRole('button', { name: 'Заредете отново' }).click();
  await expect(heading(page, 'Изберете')).toBeVisible();
});

test('a slow screen shows a progress bar above the previous one', async ({ page }) => {
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/pricing-page-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Цени' }).click();
  const marked = page.locator('html[data-navigating]');
  await expect(marked).toBeAttached();
  await expect(page.getByLabel('Имейл')).toBeVisible();
  arrive();
  await expect(heading(page, 'Изберете')).toBeVisible();
  await expect(marked).not.toBeAttached();
});
