import { expect, test } from './device';
import { expectAccessibleInBoth } from './pages/axe';

// On a phone, the install card appears by itself, makes room for the keyboard, and stays hidden for a week after the learner dismisses it.
// Runs on the production build.

test.use({ installCard: true });

test('the card appears five seconds after the load, explains the steps, and stays hidden for a week', async ({
  page,
}) => {
  const card = page.getByRole('complementary', { name: 'Install App' });
  await page.clock.install();
  /** Opens a page without a form and advances the clock by `ms`. */
  const openFor = async (ms: number) => {
    await page.goto('/refund_mobile');
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(ms);
  };
  // The card waits until a form is done, because it would cover the form's button.
  await page.goto('/login');
  await expect(page.locator('#root').getByRole('heading', { name: 'Вход' })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(card).toHaveCount(0);
  await openFor(5_000);
  await expect(card).toBeVisible();
  await expect(card.getByText('Стъпка 1 от 2')).toBeVisible();
  await expectAccessibleInBoth(page);
  await card.getByRole('button', { name: 'Next' }).click();
  await expect(card.getByRole('heading', { name: 'Add to Home Screen' })).toBeVisible();
  await card.getByRole('button').last().click();
  await expect(card).toHaveCount(0);
  await openFor(10_000);
  await expect(card).toHaveCount(0);
  await page.clock.fastForward(604_800_000 - 60_000);
  await openFor(10_000);
  await expect(card).toHaveCount(0);
  await page.clock.fastForward(120_000);
  await openFor(10_000);
  await expect(card).toBeVisible();
});
