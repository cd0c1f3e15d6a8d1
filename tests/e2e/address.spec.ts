import { expect, test } from './device';
import { newLearner } from './learners';
import { expectAccessible, signIn } from './pages/shell';

// The e-mail address of an account is proven or corrected in the settings.

test('an unproven address is corrected and proven by its link, and the card disappears', async ({ page, context }) => {
  const { email } = await newLearner('pro');
  const right = email.replace('learner-', 'right-');
  await signIn(page, email);
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Имейл адресът не е потвърден' });
  await expect(card).toContainText(email);
  await card.getByText('Сгрешен адрес?').click();
  await card.getByLabel('Верният имейл').fill('няма адрес');
  await card.getByRole('button', { name: 'Поправете адреса' }).click();
  await expect(card.getByText('Въведете имейл адрес, например ime@primer.bg')).toBeVisible();
  await expectAccessible(page);
  await card.getByLabel('Верният имейл').fill(right);
  await page.keyboard.press('Enter');
  await expect(card).toContainText(`Изпращаме връзка до ${right}`);

  await card.getByRole('button', { name: 'Изпратете връзка за потвърждение' }).click();
  await expect(card.getByText(`Връзката е изпратена до ${right}`)).toBeVisible();
  const mailbox = await context.newPage();
  await mailbox.goto((await card.getByRole('link', { name: 'Отворете местната поща' }).getAttribute('href')) ?? '');
  const mail = mailbox.getByRole('article').filter({ hasText: right }).first();
  await mailbox.goto((await mail.getByRole('link').getAttribute('href')) ?? '');
  await mailbox.getByRole('button', { name: 'Влезте в профила си' }).click();
  await mailbox.waitForURL('**/settings');
  await expect(mailbox.getByRole('heading', { name: 'Профил' })).toBeVisible();
  await expect(mailbox.getByText(right).first()).toBeVisible();
  await expect(mailbox.getByRole('heading', { name: 'Имейл адресът не е потвърден' })).toHaveCount(0);
});
