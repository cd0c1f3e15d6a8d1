import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, PASSWORD, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { note, openNotes, takeNote } from './pages/discussion';
import { openMailedLink } from './pages/mailbox';
import { signIn, waitForWorker, waitUntilSynced, whenHeard } from './pages/shell';

// A learner corrects a mistyped e-mail address and confirms it by a link. A plan that was bought for the right address starts after that.
// If another device opens the link that first confirms the address, earlier sessions end; their unsent writes stay on their devices.

test('a plan that was bought for the right address waits until the link to that address is opened', async ({
  page,
  context,
}) => {
  const { email, api } = await newLearner('free');
  const right = email.replace('learner-', 'right-');
  await serverClient().from('user_subscriptions').insert({ email: right, paid_plan: 'pro' }).throwOnError();
  await signIn(page, email);
  const card = page.getByRole('region', { name: 'Имейл адресът не е потвърден' });
  await expect(card).toContainText(email);
  await card.getByText('Сгрешен адрес?').click();
  await card.getByLabel('Верният имейл').fill('няма адрес');
  const send = card.getByRole('button', { name: 'Изпратете връзка до верния адрес' });
  await send.click();
  await expect(card.getByText('Въведете имейл адрес, например ime@primer.bg')).toBeVisible();
  await expectAccessibleInBoth(page);
  await card.getByLabel('Верният имейл').fill(right);
  await card.getByLabel('Паролата Ви').fill('Druga-2026!');
  await send.click();
  await expect(card.getByText('Паролата е грешна.')).toBeVisible();
  await card.getByLabel('Паролата Ви').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(card.getByText(`Изпратихме връзка до ${right}. Профилът остава с адреса ${email}`)).toBeVisible();
  await expect(card.getByLabel('Паролата Ви')).toHaveValue('');
  await expect(card).toContainText(`Изпращаме връзка до ${email}`);
  await expect(card).toContainText('Ако за този адрес чака купен абонамент');
  await expectAccessibleInBoth(page);
  await expect(card.getByText('Писмото е в местната поща')).toBeVisible();
  const other = await openMailedLink(context, right, 'Потвърдете смяната');
  await other.waitForURL('**/dashboard');
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Профил' })).toBeVisible();
  await expect(other.getByText(right).first()).toBeVisible();
  await expect(card).toHaveCount(0);
  // The browser that requested the link opened it, so the tab that requested it is still signed in and the password still works.
  await page.goto('/settings');
  await expect(page.getByText(right).first()).toBeVisible();
  expect((await api.auth.signInWithPassword({ email: right, password: PASSWORD })).error).toBeNull();
});

/** Requests a sign-in link from the screen /login and opens it in a new tab of the same browser. @param first whether it confirms the address */
async function signInByLink(page: Page, email: string, first: boolean): Promise<Page> {
  await page.getByRole('button', { name: 'Вход с връзка по имейл' }).click();
  const send = page.getByRole('button', { name: 'Изпратете връзката' });
  await expect(send).toBeVisible();
  await page.getByLabel('Имейл').fill(email);
  await send.click();
  await expect(page.getByText('Писмото е в местната поща')).toBeVisible();
  const tab = await openMailedLink(page.context(), email);
  // The first link removed the password; the learner postpones the new one.
  if (first) await tab.getByRole('button', { name: 'По-късно, с „Забравена парола“' }).click();
  await tab.waitForURL('**/dashboard');
  return tab;
}

test('a note that is unsent when another device confirms the address arrives after the next sign-in', {
  tag: '@desktop',
}, async ({ page, context, browser }) => {
  test.setTimeout(180_000);
  const { email } = await newLearner('pro');
  const lesson = '/video/d0000000-0000-4000-8000-000000000005/c0000000-0000-4000-8000-000000000001';
  await signIn(page, email);
  await waitForWorker(page);
  await page.goto(lesson);
  await waitUntilSynced(page);
  // The name by which the device asks about its session.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sloy.noted-session'))).not.toBeNull();
  await openNotes(page);
  await context.setOffline(true);
  await takeNote(page, 'Отлепете модела едва след охлаждане');

  const other = await (await browser.newContext({ locale: 'bg-BG' })).newPage();
  await other.goto('/login');
  const confirmed = await signInByLink(other, email, true);
  await context.setOffline(false);
  // The device is emptied, except for the note, which only it has.
  await page.waitForURL('**/login**', whenHeard);
  await expect(page.getByText('Сесията на това устройство е приключена')).toBeVisible();
  const again = await signInByLink(page, email, false);
  await waitUntilSynced(again);
  await confirmed.goto(lesson);
  await openNotes(confirmed);
  await expect(note(confirmed, 'Отлепете модела едва след охлаждане')).toBeVisible(whenHeard);
  await other.context().close();
});
