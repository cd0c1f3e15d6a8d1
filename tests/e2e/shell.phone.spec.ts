import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { bell, flame, searchBox, signIn, waitUntilSynced } from './pages/shell';

const locked = [
  ['Постижения', 'Achievements - Pro', 'Отключете Pro'],
  ['Магазин', 'Магазин за Pro и Premium', 'Отключете Pro'],
  ['Сертификати', 'Системата за сертификати е достъпна само за премиум потребители...', 'Надградете до Premium'],
  ['Събития', 'Събития - Премиум функция', 'Надградете до Premium'],
] as const;

test('a free account sees locked sections in the drawer, and the offer of the paid plans', async ({ page }) => {
  const learner = await newLearner('free');
  const messages = Array.from({ length: 12 }, (_, n) => ({
    user_id: learner.id,
    title: `Съобщение ${n}`,
    message: '',
    type: 'info',
  }));
  const { error } = await serverClient().from('notifications').insert(messages);
  expect(error).toBeNull();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  const drawer = page.getByRole('dialog', { name: 'Раздели' });
  for (const [section, text, action] of locked) {
    await page.getByRole('button', { name: 'Отворете менюто' }).click();
    await expect(drawer.getByText('Your library')).toBeVisible();
    await expect(drawer.getByRole('link', { name: /PRO/ })).toHaveAttribute('href', '/pricing');
    await drawer.getByRole('button', { name: section }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText(text)).toBeVisible();
    await expect(main.getByText('Започнете 7-дневен безплатен пробен период')).toBeVisible();
    await expect(main.getByRole('link', { name: action })).toHaveAttribute('href', '/pricing');
  }
  await expectAccessibleInBoth(page);

  await expect(bell(page).getByText('9+')).toBeVisible();
  await bell(page).click();
  await expect(page.getByRole('region', { name: 'Известия' }).getByRole('listitem')).toHaveCount(8);
  await expect(page.getByRole('link', { name: 'Всички известия' })).toHaveCount(0);
  await flame(page).click();
  await expect(page.getByRole('region', { name: 'Вашата серия' })).toContainText('Гледайте урок днес');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('button', { name: 'Отворете менюто' }).click();
  await searchBox(page).fill('слоя');
  await expect(page.getByRole('listbox', { name: 'Резултати' }).getByRole('option').first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await searchBox(page).press('Escape');
  await expect(page.getByRole('listbox', { name: 'Резултати' })).toBeHidden();
  await expect(drawer).toBeVisible();
  // The first Escape clears the native search field.
  await searchBox(page).press('Escape');
  await expect(searchBox(page)).toHaveValue('');
  await searchBox(page).press('Escape');
  await expect(drawer).toBeHidden();
});
