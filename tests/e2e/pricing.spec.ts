import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';
import { expectAccessible, expectAccessibleInBoth } from './pages/axe';
import { signIn, waitForWorker, waitUntilSynced, whenHeard } from './pages/shell';

test('a visitor chooses a plan, signs in, pays and has it at once, on a second device too, without a reload', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const learner = await newLearner('free');
  // The same learner opens the pricing page on another device.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, learner.email);
  await waitUntilSynced(other);
  await other.goto('/pricing');
  await expect(other.getByRole('button', { name: 'Изберете Premium' })).toBeEnabled();

  await page.goto('/pricing?fromProtected=true');
  await expect(page.getByText('Имате нужда от активен абонамент за достъп до това съдържание.')).toBeVisible();
  await expect(page).toHaveURL(/\/pricing(_mobile)?$/);
  await page.getByRole('radio', { name: /Годишно/ }).check({ force: true });
  await page.getByRole('button', { name: 'Изберете Premium' }).click();
  const sheet = page.getByRole('dialog', { name: 'Потвърдете избора си' });
  await expect(sheet).toContainText('288');
  const blocked = sheet.getByRole('button', { name: 'Приемете политиките за да продължите' });
  await expect(blocked).toHaveAttribute('aria-disabled', 'true');
  await blocked.click({ force: true });
  await expect(sheet.getByRole('alert')).toHaveText('Моля приемете всички условия и политики за да продължите.');
  await expect(sheet.getByRole('checkbox')).toHaveCount(3);
  // Closing the sheet with Cancel resets the consents.
  await sheet.getByRole('checkbox').first().check();
  await sheet.getByRole('button', { name: 'Отказ' }).click();
  await page.getByRole('button', { name: 'Изберете Premium' }).click();
  await expect(sheet.getByRole('checkbox', { checked: true })).toHaveCount(0);
  for (const consent of await sheet.getByRole('checkbox').all()) await consent.check();
  await sheet.getByRole('button', { name: 'Към входа' }).click();

  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Имейл').fill(learner.email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  // The chosen plan is restored, but the consents are requested again.
  await expect(sheet).toContainText('План Premium');
  await expect(sheet).toContainText('288');
  for (const consent of await sheet.getByRole('checkbox').all()) await consent.check();
  await sheet.getByRole('button', { name: 'Към плащането' }).click();

  await expect(page.getByRole('heading', { name: 'Плащане' })).toBeVisible();
  await expect(page.getByText(learner.email)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('radio', { name: 'Карта, която отказва 4000 0000 0000 0002' }).check();
  await page.getByRole('button', { name: 'Започнете пробния период' }).click();
  await expect(page.getByRole('alert')).toContainText('Картата беше отказана');
  await page.getByRole('button', { name: 'Започнете пробния период' }).click();
  await expect(page).toHaveURL(/\/checkout\/success$/);
  await expect(page.getByText('Планът Premium е активен')).toBeVisible();

  await expect(other.getByRole('button', { name: 'Вече абониран' })).toHaveCount(2, whenHeard);
  await expect(other.getByText('Вече имате активен абонамент')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Започнете безплатно' })).toBeEnabled();

  // In the portal, a cancelled plan stays active until the end of the period.
  const [portal] = await Promise.all([
    other.waitForEvent('popup'),
    other.getByRole('button', { name: 'Управление на абонамента' }).click(),
  ]);
  await portal.getByText('Откажете абонамента', { exact: true }).click();
  await portal.getByRole('button', { name: 'Потвърждавам: откажете абонамента' }).click();
  await expect(portal.getByText('Абонаментът няма да се поднови.')).toBeVisible();
  await expectAccessible(portal);
  await expect(other.getByText('Вече имате активен абонамент')).toBeVisible();
  await other.context().close();
});

test('the prices are shown without a network, and a payment needs one', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  const learner = await newLearner('free');
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Изберете Pro' }).click();
  for (const consent of await page.getByRole('checkbox').all()) await consent.check();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Към плащането' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Нищо не е платено');
  await page.getByRole('button', { name: 'Отказ' }).click();
  await expect(page.getByText('Сега няма мрежа.')).toBeVisible();
  await expectAccessibleInBoth(page);
});
