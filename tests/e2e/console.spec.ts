import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { fillSignIn, newAdmin, openConsole } from './pages/console';
import { openMailedLink } from './pages/mailbox';

// The console on the production build; each test has its own accounts.

test('a wrong password and an account without rights are rejected, an administrator reaches the requested page', async ({
  page,
}) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('pro')]);
  await page.goto('/admin/dashboard?section=users&q=sloy');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await fillSignIn(page, admin.email, 'Wrong-2026!');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await fillSignIn(page, learner.email);
  await expect(page.getByRole('alert')).toHaveText('Unauthorized access');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sloy.identity'))).toBeNull();
  await fillSignIn(page, admin.email);
  await page.waitForURL('**/admin/dashboard?section=users&q=sloy');
  await expect(page.getByRole('heading', { level: 1, name: 'Потребители' })).toBeVisible();
  await page.goto('/admin/login');
  await page.waitForURL('**/admin/dashboard');
});

test('the dashboard shows its figures as charts and as tables, and links to payments and users', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Табло' })).toBeVisible();
  await expect(page.getByText('оценка: 12 × месеца')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Нови потребители по месеци/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  const growth = page.getByRole('region', { name: 'Нови потребители за 12 месеца' });
  await growth.getByRole('button', { name: 'Като таблица' }).click();
  await expect(growth.getByRole('row')).toHaveCount(13);
  await page.getByRole('link', { name: /^Месечен приход/ }).click();
  await expect(page).toHaveURL(/view=revenue/);
  await expect(page.getByRole('heading', { level: 2, name: 'Приходи' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.goBack();
  await page.getByRole('link', { name: /^Потребители \d/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Потребители' })).toBeVisible();
});

test('users are searched, paged and granted a plan; the URL keeps the search', async ({ page }) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('free')]);
  await openConsole(page, admin.email, '/admin/dashboard?section=users');
  await page.getByRole('searchbox', { name: 'Търсене по имейл' }).fill('няма-такъв');
  await expect(page.getByText('No users found matching your search.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Търсене по имейл' }).fill(learner.email.toUpperCase());
  await page.getByRole('button', { name: `Абонамент на ${learner.email}` }).click();
  await expect(page).toHaveURL(new RegExp(`dialog=plan%3A${learner.id}`));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Premium/ }).check();
  await dialog.getByRole('button', { name: '1 месец' }).click();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText(`User ${learner.email} updated successfully!`)).toBeVisible();
  await expect(page.getByText(/^подарен до/)).toBeVisible();
  const { data } = await serverClient()
    .from('user_subscriptions')
    .select('granted_plan')
    .eq('email', learner.email)
    .single();
  expect(data).toEqual({ granted_plan: 'premium' });
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Търсене по имейл' })).toHaveValue(learner.email.toUpperCase());
  await page.getByRole('button', { name: `Линк за вход до ${learner.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Изпратете линка' }).click();
  await expect(page.getByText(`Magic link sent to ${learner.email} successfully!`)).toBeVisible();
});

test('an administrator whose address is not confirmed is rejected like anybody, and one link opens the console', async ({
  page,
  context,
}) => {
  const learner = await newLearner('free');
  await serverClient().from('admin_users').insert({ email: learner.email }).throwOnError();
  await page.goto('/admin/dashboard?section=events');
  await fillSignIn(page, learner.email);
  await expect(page.getByRole('alert')).toHaveText('Unauthorized access');
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: 'Към входа с връзка' }).click();
  await page.getByRole('button', { name: 'Вход с връзка по имейл' }).click();
  await page.getByLabel('Имейл').fill(learner.email);
  await page.getByRole('button', { name: 'Изпратете връзката' }).click();
  await expect(page.getByText('Писмото е в местната поща')).toBeVisible();
  const other = await openMailedLink(context, learner.email);
  await other.getByRole('button', { name: 'По-късно, с „Забравена парола“' }).click();
  await other.waitForURL('**/admin/dashboard?section=events');
  await expect(other.getByRole('heading', { level: 1, name: 'Събития' })).toBeVisible();
});

test('an administrator who loses the rights leaves the console at once', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=settings');
  await expect(page.getByText('1.0.0')).toBeVisible();
  await expect(page.getByText('Версия на схемата')).toBeVisible();
  await serverClient().from('admin_users').delete().eq('email', admin.email);
  // The next regular pull is a minute away, so only the server's poke can close the console within ten seconds.
  await page.waitForURL('**/admin/login', { timeout: 10_000 });
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('the eight sections are in the specified order and reachable by keyboard', async ({ page, isMobile }) => {
  const admin = await newAdmin(true);
  await openConsole(page, admin.email);
  if (isMobile) await page.getByRole('button', { name: 'Отворете менюто' }).click();
  const menu = page.getByRole('navigation', { name: 'Раздели на конзолата' });
  await expect(menu.getByRole('link')).toHaveText([
    'Табло',
    'Потребители',
    'Сертификати',
    'Курсове',
    'Известия',
    'Новини',
    'Събития',
    'Настройки',
  ]);
  await menu.getByRole('link', { name: 'Събития' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Събития' })).toBeVisible();
});

test('the console shows a missing network and keeps the rows', async ({ page, context }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=users');
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^Няма мрежа\. Промените се пазят/)).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Няма мрежа\. Промените се пазят/)).toHaveCount(0);
});

test('/admin/store lists the planned products, accepts a sign-up and shows the sign-ups', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/store');
  await expect(page.getByRole('listitem').filter({ hasText: 'Order tracking and fulfillment' })).toBeVisible();
  await page.getByLabel('Email address').fill('няма');
  await page.getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email address').fill(admin.email);
  await page.getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByRole('table').getByText(admin.email)).toBeVisible({ timeout: 90_000 });
  await expectAccessibleInBoth(page);
});
