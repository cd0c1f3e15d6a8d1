import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { openMailedLink } from './pages/mailbox';
import { expectAccessible, signIn } from './pages/shell';

// A mistyped e-mail address of an account is corrected and confirmed by a link; a plan bought for the right address waits until then.

test('a plan that was bought for the right address waits until the address is corrected and confirmed by its link', async ({
  page,
  context,
}) => {
  const { email } = await newLearner('free');
  const right = email.replace('learner-', 'right-');
  await serverClient().from('user_subscriptions').insert({ email: right, paid_plan: 'pro' }).throwOnError();
  await signIn(page, email);
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
  await expect(card).toContainText('За този адрес е купен абонамент. Той започва, щом потвърдите адреса.');

  await page.goto('/pricing');
  await expect(card).toContainText('За този адрес е купен абонамент.');
  await page.goto('/dashboard_free');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Изпратете връзка за потвърждение' }).click();
  await expect(card.getByText(`Връзката е изпратена до ${right}`)).toBeVisible();
  const mailbox = await card.getByRole('link', { name: 'Отворете местната поща' }).getAttribute('href');
  const other = await openMailedLink(context, mailbox ?? '', right);
  await other.waitForURL('**/dashboard');
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Профил' })).toBeVisible();
  await expect(other.getByText(right).first()).toBeVisible();
  await expect(card).toHaveCount(0);
});
