import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { fillSignIn, newAdmin, openConsole } from './pages/console';

/** A code that no earlier one of the test has used. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

/** Waits for a new period if less than 15 s are left: the code of the previous period expires at the end of the current one. */
const waitForPeriod = (page: Page) => {
  const left = 30_000 - (Date.now() % 30_000);
  return page.waitForTimeout(left < 15_000 ? left : 0);
};

const security = '/admin/dashboard?section=settings&tab=security';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Въведете код' });

/** Sets the second factor up. @returns its secret and the recovery codes */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Настройте' }).click();
  await expect(page.getByRole('img', { name: 'QR код за приложението' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await expectAccessibleInBoth(page);
  await waitForPeriod(page);
  await page.getByLabel('Код от приложението').fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Кодове за възстановяване' })).toBeVisible();
  const codes = await page
    .getByRole('region', { name: 'Кодове за възстановяване' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessibleInBoth(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Свалете .txt' }).click();
  expect((await download).suggestedFilename()).toBe('sloy-kodove.txt');
  await page.getByRole('button', { name: 'Запазих ги' }).click();
  await expect(page.getByText('Включен', { exact: true })).toBeVisible();
  return { secret, codes };
}

async function signInAgain(page: Page, email: string) {
  await page.getByRole('button', { name: 'Изход' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await fillSignIn(page, email);
}

test('an administrator sets a second factor up, signs in with a code, and acts as super administrator', async ({
  page,
}) => {
  const [admin, friend] = await Promise.all([newAdmin(true), newLearner('free')]);
  await openConsole(page, admin.email, security);
  const { secret } = await setUp(page);
  await signInAgain(page, admin.email);
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByLabel('Код от приложението').fill('000000');
  await dialog.getByRole('button', { name: 'Продължете' }).click();
  await expect(dialog.getByText('Кодът не е верен или вече е използван. Изчакайте следващия.')).toBeVisible();
  await dialog.getByLabel('Код от приложението').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Продължете' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/admin/dashboard?section=settings&tab=admins');
  await page.getByLabel('Имейл на администратора').fill(friend.email);
  await page.getByRole('button', { name: 'Добавете администратор' }).click();
  await expect(page.getByText(`${friend.email} е администратор`)).toBeVisible();
  const { data } = await serverClient().from('admin_users').select('email').eq('email', friend.email);
  expect(data).toHaveLength(1);
  await page.goto(security);
  await page.getByRole('button', { name: 'Махнете кода при вход' }).click();
  await page.getByLabel('Код от приложението').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Махнете кода при вход' }).click();
  await expect(page.getByText('Изключен', { exact: true })).toBeVisible();
  await page.goto('/admin/dashboard?section=users');
  await expect(page.getByRole('searchbox', { name: 'Търсене по имейл' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('without the app a recovery code opens the console', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, security);
  const { codes } = await setUp(page);
  await signInAgain(page, admin.email);
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Нямам приложението' }).click();
  await dialog.getByLabel('Код за възстановяване').fill('1234-5678');
  await dialog.getByRole('button', { name: 'Продължете' }).click();
  await expect(dialog.getByText('Кодът за възстановяване не е верен.')).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByLabel('Код за възстановяване').fill(codes[4] ?? '');
  await dialog.getByRole('button', { name: 'Продължете' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(security);
  await expect(page.getByText('Изключен', { exact: true })).toBeVisible();
});
