import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { mailboxUrl } from './pages/mailbox';
import { tabTo } from './pages/quiz';

// A sign-in link and a password-reset link that one device requests must work on another device. The tests use only the keyboard.

const NEXT = 'Nov-Sloy-2026!';

/** Requests an e-mail from /login by keyboard. When the screen changes, the focus must move to its e-mail field. */
async function askFor(page: Page, button: string, email: string) {
  await tabTo(page, page.getByRole('button', { name: button }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Изпратете връзката' })).toBeVisible();
  await expect(page.getByLabel('Имейл')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Проверете пощата си' })).toBeVisible();
}

/** Opens the local mailbox, which the screen mentions. @returns the newest link to `email`. */
async function linkOf(page: Page, email: string): Promise<string> {
  await expect(page.getByText('Писмото е в местната поща')).toBeVisible();
  await page.goto(mailboxUrl());
  const link = page.getByRole('article').filter({ hasText: email }).first().getByRole('link');
  return (await link.getAttribute('href')) ?? '';
}

test('a link that was requested on one device signs in on another, once, and opens the requested page', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const { email, api } = await newLearner('pro');
  await page.goto('/course/c0000000-0000-4000-8000-000000000001');
  await page.waitForURL('**/login');
  await tabTo(page, page.getByRole('button', { name: 'Вход с връзка по имейл' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Изпратете връзката' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Моля попълнете всички полета')).toBeVisible();
  await tabTo(page, page.getByLabel('Имейл'));
  await page.keyboard.insertText('не-е-имейл');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Моля въведете валиден имейл адрес.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Обратно към входа' }));
  await page.keyboard.press('Enter');
  await askFor(page, 'Вход с връзка по имейл', email);
  const href = await linkOf(page, email);
  await expectAccessibleInBoth(page);

  const other = await (await browser.newContext({ locale: 'bg-BG' })).newPage();
  await other.goto(href);
  const enter = other.getByRole('button', { name: 'Влезте в профила си' });
  await expect(enter).toBeVisible();
  await other.context().setOffline(true);
  await tabTo(other, enter);
  await other.keyboard.press('Enter');
  await expect(
    other.getByText('Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.'),
  ).toBeVisible();
  await other.context().setOffline(false);
  await enter.click();
  await expect(other.getByRole('heading', { name: 'Адресът е потвърден. Задайте нова парола' })).toBeVisible();
  await expect(other.getByText(/вече не важи, прекратихме и един вход с нея\./)).toBeVisible();
  await expectAccessibleInBoth(other);
  await other.getByLabel('Нова парола', { exact: true }).fill(NEXT);
  await other.getByLabel('Повторете новата парола', { exact: true }).fill(NEXT);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Паролата е сменена')).toBeVisible();
  await other.waitForURL('**/course/c0000000-0000-4000-8000-000000000001', { timeout: 60_000 });
  await other.context().close();
  expect((await api.auth.signInWithPassword({ email, password: PASSWORD })).error?.message).toBe(
    'Invalid login credentials',
  );
  expect((await api.auth.signInWithPassword({ email, password: NEXT })).error).toBeNull();

  await page.goto(href);
  await page.getByRole('button', { name: 'Влезте в профила си' }).click();
  await expect(page.getByRole('heading', { name: 'Връзката вече не важи' })).toBeVisible();
  await page.getByRole('link', { name: 'Към входа' }).click();
  await expect(page.getByRole('button', { name: 'Забравена парола?' })).toBeVisible();
});

test('a link resets a forgotten password, and only the e-mail reveals that an account does not exist', {
  tag: '@desktop',
}, async ({ page }) => {
  const learner = await newLearner('free');
  await page.goto('/login');
  await askFor(page, 'Забравена парола?', learner.email);
  const href = await linkOf(page, learner.email);
  // A mail program opens the link in a new page. An attacker has added a redirect target to the link.
  await page.goto('about:blank');
  const forged = new URL(href);
  forged.searchParams.set('from', '//evil.example/dashboard');
  await page.goto(forged.href);
  await expect(page.getByRole('heading', { name: 'Нова парола' })).toBeVisible();
  const set = async (password: string, confirm = password) => {
    for (const [label, text] of [
      ['Нова парола', password],
      ['Повторете новата парола', confirm],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill('');
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.insertText(text);
    }
    await page.keyboard.press('Enter');
  };
  await set('слаба');
  await expect(page.getByText('Паролата не отговаря на всички изисквания.')).toBeVisible();
  await set(NEXT, `${NEXT}?`);
  await expect(page.getByRole('alert').getByText('Паролите не съвпадат')).toBeVisible();
  await set(NEXT);
  await expect(page.getByText('Адресът е потвърден. Новата парола е запазена.')).toBeVisible();
  await expect(
    page.getByText(
      'Старата парола беше зададена, преди да потвърдите адреса, и вече не важи. Прекратихме и един вход с нея.',
    ),
  ).toBeVisible();
  await page.waitForURL(`${forged.origin}/dashboard_free`, { timeout: 60_000 });
  expect((await learner.api.rpc('is_admin')).error).not.toBeNull();
  expect((await learner.api.auth.signInWithPassword({ email: learner.email, password: PASSWORD })).error?.message).toBe(
    'Invalid login credentials',
  );

  const leave = async () => {
    // On a slow machine, a screen that is still opening may close the menu.
    await expect(async () => {
      await page.getByRole('button', { name: 'Меню на профила', expanded: false }).click({ timeout: 5_000 });
      await page.getByRole('button', { name: 'Изход' }).click({ timeout: 5_000 });
    }).toPass();
    await page.waitForURL('**/login');
  };
  await leave();
  // The first link confirmed the address and invalidated the old password. From now on, a new password must differ from the current one.
  await askFor(page, 'Забравена парола?', learner.email);
  await page.goto(await linkOf(page, learner.email));
  await expect(page.getByRole('heading', { name: 'Нова парола' })).toBeVisible();
  await set(NEXT);
  await expect(page.getByText('Новата парола трябва да е различна от старата.')).toBeVisible();
  await set(`${NEXT}2`);
  await page.waitForURL(`${forged.origin}/dashboard_free`, { timeout: 60_000 });
  await leave();
  const stranger = `nobody-${Date.now()}@sloy.test`;
  await askFor(page, 'Вход с връзка по имейл', stranger);
  await page.goto(await linkOf(page, stranger));
  await expect(page.getByRole('heading', { name: 'Акаунтът не е намерен' })).toBeVisible();
  await expect(page.getByText('Не е намерен акаунт с този имейл адрес. Опитайте да се регистрирате.')).toBeVisible();
});
