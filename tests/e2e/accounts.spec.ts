import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';
import { signIn, syncChip, waitForWorker, waitUntilSynced } from './pages/shell';
import { goToQuestion, saved, tabTo } from './pages/test-page';

test('a visitor registers, is checked for being no robot and lands on the free dashboard', async ({ page }) => {
  await page.goto('/register');
  const submit = page.getByRole('button', { name: 'Създайте акаунт' });
  await expect(submit).toBeDisabled();
  // By keyboard alone.
  const write = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill('');
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.insertText(text);
  };
  await write('Име и фамилия', 'Петър Колев');
  await write('Имейл', `visitor-${Date.now()}-${test.info().workerIndex}@sloy.test`);
  await write('Парола', 'къса');
  await expect(page.getByText('Слаба парола')).toBeVisible();
  await write('Парола', PASSWORD);
  await expect(page.getByText('Силна парола')).toBeVisible();
  await write('Потвърдете паролата', `${PASSWORD}?`);
  await expect(page.getByText('Паролите не съвпадат')).toBeVisible();
  await write('Потвърдете паролата', PASSWORD);
  await expect(page.getByText('Паролите съвпадат')).toBeVisible();
  await tabTo(page, page.getByLabel('Не съм робот'));
  await page.keyboard.press('Space');
  await expect(submit).toBeEnabled({ timeout: 60_000 });
  await tabTo(page, submit);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Акаунтът е създаден!')).toBeVisible();
  await page.waitForURL('**/dashboard_free');
  await expect(page.getByRole('heading', { name: 'Здравейте, Петър' })).toBeVisible();
});

test('a second account with the same e-mail is refused in words', { tag: '@desktop' }, async ({ page, context }) => {
  const { email } = await newLearner('free');
  await page.goto('/register');
  await page.getByLabel('Име и фамилия').fill('Друг Човек');
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Потвърдете паролата').fill(PASSWORD);
  await context.setOffline(true);
  await page.getByLabel('Не съм робот').click();
  await expect(page.getByText('Грешка при верификацията за сигурност. Моля опитайте отново.')).toBeVisible();
  await context.setOffline(false);
  await page.getByLabel('Не съм робот').check();
  const submit = page.getByRole('button', { name: 'Създайте акаунт' });
  await expect(submit).toBeEnabled({ timeout: 60_000 });
  await submit.click();
  await expect(page.getByRole('alert').getByText('Акаунтът вече съществува')).toBeVisible();
  await expect(page.getByText('Акаунт с този имейл адрес вече съществува. Опитайте да влезете вместо това.')).toBeVisible();
});

test('signing in says what is wrong: nothing filled, a wrong password, no network', { tag: '@desktop' }, async ({ page, context }) => {
  const { email } = await newLearner('free');
  await page.goto('/login');
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await expect(page.getByText('Моля попълнете всички полета')).toBeVisible();
  await expect(page.getByText('Моля въведете имейл и парола')).toBeVisible();
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill('Wrong-2026!');
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await expect(page.getByText('Грешна парола или имейл')).toBeVisible();
  await expect(page.getByText('Невалиден имейл или парола. Моля проверете данните си и опитайте отново.')).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await expect(page.getByText('Грешка при свързване')).toBeVisible();
  await expect(page.getByText('Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.')).toBeVisible();
});

test('who is not signed in is asked to, and returns to where they were going', { tag: '@desktop' }, async ({ page }) => {
  const { email } = await newLearner('pro');
  await page.goto('/course/c0000000-0000-4000-8000-000000000001');
  await page.waitForURL('**/login');
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Основи на 3D печата' })).toBeVisible();
});

test('two learners on one device never see each other, and what waited is sent at the next sign-in', { tag: '@desktop' }, async ({ newDevice }) => {
  test.setTimeout(180_000);
  const [first, second] = [await newLearner('premium'), await newLearner('pro')];
  const device = newDevice();
  const page = await device.start();
  await signIn(page, first.email);
  await waitForWorker(page);
  await waitUntilSynced(page);

  await device.offline(true);
  await page.goto('/test/e0000000-0000-4000-8000-000000000001');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('По-гладка стена').check();
  await saved(page);
  await page.goto('/dashboard');
  await expect(syncChip(page)).toHaveAccessibleName(/чака/);
  await page.getByRole('button', { name: 'Меню на профила' }).click();
  await page.getByRole('button', { name: 'Изход' }).click();
  await page.getByRole('button', { name: 'Излезте въпреки това' }).click();
  await page.waitForURL('**/login');

  await device.offline(false);
  await signIn(page, second.email);
  await waitUntilSynced(page);
  await page.goto('/test/e0000000-0000-4000-8000-000000000001');
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await page.goto('/course/c0000000-0000-4000-8000-000000000004');
  await expect(page.getByText('Не е включен в плана Ви').first()).toBeVisible();
  await page.getByRole('button', { name: 'Меню на профила' }).click();
  await page.getByRole('button', { name: 'Изход' }).click();
  await page.waitForURL('**/login');

  await signIn(page, first.email);
  await waitUntilSynced(page);
  await page.goto('/test/e0000000-0000-4000-8000-000000000001');
  await page.getByRole('button', { name: 'Continue' }).click();
  await goToQuestion(page, 1);
  await expect(page.getByLabel('По-гладка стена')).toBeChecked();
  const { data } = await first.api.rpc('sync_pull', { p_cursors: [{ scope: `journal:${first.id}`, seq: 0 }], p_limit: 100 });
  expect(JSON.stringify(data)).toContain('"kind":"attempt"');
});
