import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';
import { comment } from './pages/discussion';
import { currentTime } from './pages/lesson';
import { atQuestion, heading, tabTo } from './pages/quiz';
import { searchBox, signIn, waitUntilSynced } from './pages/shell';

const course = 'c0000000-0000-4000-8000-000000000002';

test('without a mouse: a course is found, watched and commented on, and its quiz is taken', async ({ page }) => {
  test.setTimeout(240_000);
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  const { keyboard } = page;

  await test.step('the current item is visible in forced colours and announced, and closed panels restore the focus', async () => {
    const section = (name: string) => page.getByRole('navigation', { name: 'Раздели' }).getByRole('button', { name });
    await page.emulateMedia({ forcedColors: 'active' });
    const fill = (name: string) => section(name).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await fill('Начало')).not.toBe(await fill('Събития'));
    await page.emulateMedia({ forcedColors: 'none' });
    await tabTo(page, searchBox(page));
    await tabTo(page, section('Моите курсове'));
    await keyboard.press('Enter');
    await expect(page).toHaveTitle('Моите курсове · Слой');
    await expect(page.getByRole('status').filter({ hasText: /^Моите курсове$/ })).toHaveCount(1);
    const chip = page.getByRole('button', { name: /^Синхронизация/ });
    await tabTo(page, chip);
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Затворете' }));
    await keyboard.press('Enter');
    await expect(chip).toBeFocused();
  });

  await test.step('find the course', async () => {
    await searchBox(page).focus();
    await keyboard.type('калибриране');
    await expect(page.getByText(/^Found \d+ results for "калибриране"$/)).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Резултати' }).getByRole('option').first()).toContainText(
      'Калибриране без догадки',
    );
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Тестове и сваляне' }));
    await keyboard.press('Enter');
    await page.waitForURL(`**/course/${course}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Калибриране без догадки' })).toBeVisible();
  });

  await test.step('watch the lesson', async () => {
    await tabTo(page, page.getByRole('link', { name: /^Гледайте: / }));
    await keyboard.press('Enter');
    await page.waitForURL('**/video/**');
    await tabTo(page, page.getByRole('button', { name: 'Пуснете', exact: true }));
    await keyboard.press('Enter');
    await expect.poll(() => currentTime(page), { timeout: 60_000 }).toBeGreaterThan(1);
    await keyboard.press('Space');
  });

  await test.step('comment on it', async () => {
    await tabTo(page, page.locator('button[aria-expanded]', { hasText: /^Коментари/ }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('Вашият коментар')).toBeFocused();
    const words = `Кубчето излезе 19,96 mm. ${learner.id}`;
    await keyboard.type(words);
    await tabTo(page, page.getByRole('button', { name: 'Публикувайте' }));
    await keyboard.press('Enter');
    await expect(comment(page, words)).toBeVisible();
  });

  await test.step('take the quiz', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Калибриране без догадки', exact: true }).first());
    await keyboard.press('Enter');
    await page.waitForURL(`**/course/${course}`);
    await tabTo(page, page.getByRole('tab', { name: 'Course Content' }));
    await keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('link', { name: 'Start: Калибриране' }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Start' }));
    await keyboard.press('Enter');
    const total = 5;
    for (let number = 1; number <= total; number++) {
      await atQuestion(page, number);
      await expect(heading(page)).toBeFocused();
      await tabTo(page, page.getByRole('radio').or(page.getByRole('checkbox')).first());
      await keyboard.press('Space');
      await tabTo(page, page.getByRole('button', { name: number === total ? 'Finish' : 'Next' }));
      await keyboard.press('Enter');
    }
    await expect(page.getByRole('heading', { name: /^(Congratulations|Test Complete)$/ })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Close' }));
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Retake Test' })).toBeVisible();
  });
});

test('without a mouse: a plan is chosen and paid after the sign-in and the consents, and a screen reader announces each step', async ({
  page,
}) => {
  const learner = await newLearner('free');
  const { keyboard } = page;
  const press = async (role: 'button' | 'link', name: string) => {
    await tabTo(page, page.getByRole(role, { name, exact: true }));
    await keyboard.press('Enter');
  };
  const sheet = page.getByRole('dialog', { name: 'Потвърдете избора си' });
  const agree = async () => {
    for (const name of [
      'Приемам общите условия',
      'Приемам политиката за поверителност',
      'Приемам политиката за възстановяване на суми',
    ]) {
      const consent = sheet.getByRole('checkbox', { name });
      await tabTo(page, consent);
      await keyboard.press('Space');
      await expect(consent).toBeChecked();
    }
  };

  await test.step('choose; without the consents the checkout does not open, and a message says so', async () => {
    await page.goto('/pricing');
    await tabTo(page, page.getByRole('radio', { name: 'Месечно' }));
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: /^Годишно/ })).toBeChecked();
    await press('button', 'Изберете Pro');
    await expect(sheet).toBeVisible();
    await press('button', 'Приемете политиките за да продължите');
    await expect(sheet.getByRole('alert')).toHaveText('Моля приемете всички условия и политики за да продължите.');
    await agree();
    await press('button', 'Към входа');
  });
  await test.step('sign in', async () => {
    await page.waitForURL('**/login');
    await tabTo(page, page.getByRole('textbox', { name: 'Имейл' }));
    await keyboard.type(learner.email);
    await tabTo(page, page.getByLabel('Парола', { exact: true }));
    await keyboard.type(PASSWORD);
    await press('button', 'Влезте');
    await expect(page.getByText('Успешно влязохте в профила си')).toBeVisible();
  });
  await test.step('agree and pay', async () => {
    // After the sign-in, the sheet of the chosen plan is open again and contains the focus.
    await expect(sheet.getByText('План Pro')).toBeVisible();
    await expect(sheet.locator(':focus')).toHaveCount(1);
    await agree();
    await press('button', 'Към плащането');
    await expect(page.getByRole('heading', { level: 1, name: 'Плащане' })).toBeVisible();
    await tabTo(page, page.getByRole('radio', { name: /4242/ }));
    await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
    await press('button', 'Започнете пробния период');
    await expect(page.getByText('Планът Pro е активен на всичките Ви устройства.')).toBeVisible();
    await press('link', 'Към таблото');
    await page.waitForURL('**/dashboard');
  });
});
