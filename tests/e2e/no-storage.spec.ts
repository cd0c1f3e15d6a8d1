import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';

test('a browser that refuses storage says so, and a paying learner sees no locks', async ({ page }) => {
  const learner = await newLearner('premium');
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await page.goto('/login');
  await expect(page.getByText(/^Браузърът не позволява на Слой да пази данни/)).toBeVisible();
  await page.getByLabel('Имейл').fill(learner.email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText(/^Браузърът не позволява/)).toBeVisible();
  await expect(page.getByText('Error fetching courses:')).toBeVisible();
  await expect(page.getByText(/^Безплатният план отваря/)).toHaveCount(0);
});

test('a plan that could not be determined is shown as unknown, and a retry opens the dashboard', async ({ page }) => {
  const learner = await newLearner('pro');
  let answers = false;
  const plan = /\/check-subscription$|\/rest\/v1\/user_subscriptions/;
  await page.route(plan, (route) => (answers ? route.continue() : route.abort()));
  // Without rows, only the plan requests could say which plan the account has.
  await page.route(/\/rpc\/sync_pull/, (route) => (answers ? route.continue() : route.abort()));
  await page.goto('/login');
  await page.getByLabel('Имейл').fill(learner.email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await page.waitForURL('**/dashboard_free');
  await expect(page.getByRole('heading', { name: 'Планът Ви още не е известен' })).toBeVisible();
  await expect(page.getByText(/^Безплатният план отваря/)).toHaveCount(0);
  await page.goto('/pricing');
  await expect(page.getByText('Сървърът не отговори какъв е планът Ви.')).toBeVisible({ timeout: 60_000 });
  for (const address of [
    '/free-settings?tab=billing',
    '/video-free/some-lesson',
    '/offline-dashboard?section=events',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Планът Ви още не е известен' })).toBeVisible();
    await expect(page.getByText(/Вашият план е Free|Отключете Pro|Unlock Pro now/)).toHaveCount(0);
  }
  await page.goto('/check');
  await page.waitForURL('**/dashboard_free');
  answers = true;
  await page.getByRole('button', { name: 'Опитайте отново' }).click();
  await page.waitForURL('**/dashboard');
});
