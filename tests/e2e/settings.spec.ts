import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';
import { accessibilityFaults, accessibilityFaultsInBoth } from './pages/axe';
import { account, signIn, waitForWorker, waitUntilSynced, whenHeard } from './pages/shell';

const NEW_PASSWORD = 'Novi-2027?';

test('a profile edited without a network arrives on another device; the password changes and the old one is rejected', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000);
  const learner = await newLearner('premium');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await waitForWorker(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, learner.email);
  await waitUntilSynced(other);
  await other.goto('/settings');
  await expect(other.getByText('Мария Илиева')).toBeVisible(whenHeard);

  await account(page).click();
  await page.getByRole('link', { name: 'Настройки на профила' }).click();
  await expect(page.getByRole('tab', { name: 'Профил', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Редактирайте' }).click();
  await expect(page.getByText('Имейлът не може да се променя.')).toBeVisible();
  await expect(page.getByLabel('Имейл', { exact: true })).toHaveCount(0);
  await page.getByLabel('Длъжност').fill('Няма да остане');
  await page.getByRole('button', { name: 'Отказ' }).click();
  await expect(page.getByText('Няма да остане')).toHaveCount(0);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Редактирайте' }).click();
  await page.getByLabel('Длъжност').fill('Учителка');
  await page.getByLabel('Уебсайт').fill('не е адрес');
  await page.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText('Въведете адрес на сайт, например https://primer.bg')).toBeVisible();
  await page.getByLabel('Уебсайт').fill('primer.bg');
  await page.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText('saved successfully')).toBeVisible();
  await expect(page.getByText('Чака мрежа. Записано е на това устройство и тръгва само.')).toBeVisible();
  await expect(page.getByText('saved successfully')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Известия' }).click();
  await page.getByRole('switch', { name: /^Напомняния/ }).uncheck();
  // The profile tab is hidden but keeps its form, so count only visible messages.
  const waits = page.getByText('Чака мрежа. Записано е на това устройство и тръгва само.');
  await expect(waits.filter({ visible: true })).toHaveCount(1);
  await page.getByRole('tab', { name: 'Парола и вход' }).click();
  await expect(page.getByText('Смяната на паролата иска връзка с интернет.')).toBeVisible();
  await context.setOffline(false);
  await expect(other.getByText('Учителка')).toBeVisible(whenHeard);
  await expect(other.getByText('https://primer.bg')).toBeVisible(whenHeard);
  await other.getByRole('tab', { name: 'Известия' }).click();
  await expect(other.getByRole('switch', { name: /^Напомняния/ })).not.toBeChecked(whenHeard);
  // The switch of this kind of notification comes before the switch of the push topic with the same name.
  await expect(other.getByRole('switch', { name: /^Постижения/ }).first()).toBeChecked();

  const change = async (current: string) => {
    await page.getByLabel('Текуща парола').fill(current);
    await page.getByLabel('Нова парола', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Потвърдете новата парола').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Сменете паролата' }).click();
  };
  await change('Greshna-1!');
  await expect(page.getByText('Текущата парола е грешна.')).toBeVisible();
  await expect(page.getByText('Силна парола')).toBeVisible();
  await change(PASSWORD);
  await expect(page.getByText('Паролата е сменена')).toBeVisible();
  expect(
    (await learner.api.auth.signInWithPassword({ email: learner.email, password: PASSWORD })).error?.message,
  ).toMatch(/invalid login/i);
  expect(
    (await learner.api.auth.signInWithPassword({ email: learner.email, password: NEW_PASSWORD })).error,
  ).toBeNull();

  await page.getByRole('tab', { name: 'Това устройство' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Свалете моите данни' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const data = JSON.parse(Buffer.concat(chunks).toString()) as {
    journal: { profile: unknown[] };
    server: { profiles: { job_title: string }[] };
  };
  expect(data.journal.profile).toHaveLength(1);
  expect(data.server.profiles).toMatchObject([{ job_title: 'Учителка' }]);

  await other.context().close();
});

test('every tab of the settings is reachable by keyboard and passes axe, in both themes', async ({ page }) => {
  await signIn(page, (await newLearner('pro')).email);
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Профил' }).focus();
  const faults: string[] = [];
  for (const name of ['Парола и вход', 'Абонамент', 'Известия', 'Това устройство']) {
    await page.keyboard.press('ArrowRight');
    const tab = page.getByRole('tab', { name, selected: true });
    await expect(tab).toBeFocused();
    // The tab must be completely visible, even if the row of tabs is wider than the screen.
    await expect
      .poll(() =>
        tab.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left >= 0 && right <= document.documentElement.clientWidth;
        }),
      )
      .toBe(true);
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
    for (const fault of await accessibilityFaultsInBoth(page)) faults.push(`${name}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('the subscription with its invoices; a free account sees the plans instead; signing out everywhere', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const learner = await newLearner('pro', 'paid');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto('/settings?tab=billing');
  await expect(page.getByRole('heading', { name: 'План Pro' })).toBeVisible();
  // The provider has no invoice for this plan, so the list is computed from the subscription and says so.
  await expect(page.getByText(/^INV-\d{4}-\d{2}-001$/)).toBeVisible();
  await expect(page.getByText('Платена')).toBeVisible();
  await expect(page.getByText('Списъкът е съставен по датата на абонамента Ви')).toBeVisible();
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Свалете фактура INV-.* като PDF$/ }).click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^invoice-INV-\d{4}-\d{2}-001\.pdf$/);
  const pieces: Buffer[] = [];
  for await (const piece of await paper.createReadStream()) pieces.push(piece as Buffer);
  expect(Buffer.concat(pieces).toString('latin1')).toMatch(/^%PDF-1\.[\s\S]*\/ToUnicode[\s\S]*%%EOF\s*$/);
  await context.setOffline(true);
  await expect(page.getByText('Управлението на абонамента и новите фактури чакат интернет.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Обновете' })).toBeDisabled();
  await context.setOffline(false);
  await page.getByRole('tab', { name: 'Парола и вход' }).click();
  // This device has reported its name; the learner's API session has none.
  const devices = page.getByRole('region', { name: 'Устройства' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: /Chrome, (Linux|Android)/ })).toContainText('Това устройство');
  await devices.getByRole('button', { name: 'Изход от Неизвестно устройство' }).click();
  await expect(devices).toHaveCount(1);
  expect((await learner.api.auth.refreshSession()).error).not.toBeNull();
  await learner.api.auth.signInWithPassword({ email: learner.email, password: PASSWORD });
  await page.getByRole('button', { name: 'Изход от всички устройства' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Изход от всички устройства' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(async () => (await learner.api.auth.refreshSession()).error).not.toBeNull();

  await signIn(page, (await newLearner('free')).email);
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/pricing/);
  await page.goto('/free-settings?tab=billing');
  await expect(page.getByRole('heading', { name: 'Вашият план е Free' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Вижте плановете' })).toHaveAttribute('href', '/pricing');
});

test('an account requests its deletion with the password, withdraws it by signing in, and removes its data from a device', {
  tag: '@desktop',
}, async ({ page }) => {
  const learner = await newLearner('free');
  const kept = () =>
    page.evaluate(
      async (id) => (await indexedDB.databases()).filter(({ name }) => name?.includes(id)).length,
      learner.id,
    );
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  expect(await kept()).toBeGreaterThan(0);
  await page.goto('/free-settings?tab=security');
  await page.getByRole('button', { name: 'Изтрийте профила си' }).click();
  const dialog = page.getByRole('dialog', { name: 'Изтриване на профила' });
  const answer = async (password: string) => {
    await dialog.getByLabel('Парола', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };
  await answer('');
  await expect(dialog.getByText('Въведете паролата си.')).toBeVisible();
  await answer('Greshna-1!');
  await expect(dialog.getByText('Паролата е грешна.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await answer(PASSWORD);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(/^Профилът ще бъде изтрит на .+ Влезте дотогава/)).toBeVisible();
  await expect.poll(kept).toBe(0);
  await expect.poll(async () => (await learner.api.auth.refreshSession()).error).not.toBeNull();

  await signIn(page, learner.email);
  const strip = page.getByRole('complementary', { name: 'Профилът Ви се изтрива' });
  await expect(strip).toContainText(/Профилът Ви ще бъде изтрит на \d+ \S+ \d{4}\sг\./);
  expect(await accessibilityFaults(page)).toEqual([]);
  await strip.getByRole('button', { name: 'Запазете профила' }).click();
  await expect(page.getByText('Профилът остава')).toBeVisible();
  await expect(strip).toHaveCount(0);

  await page.goto('/free-settings?tab=device');
  await page.evaluate(
    (id) => localStorage.setItem('sloy.drafts', JSON.stringify({ [`${id} note`]: 'чернова' })),
    learner.id,
  );
  await page.getByRole('button', { name: 'Излезте и премахнете всичко' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Излезте и премахнете всичко' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Устройството вече не пази нищо Ваше')).toBeVisible();
  expect(await kept()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(new RegExp(`${learner.id}|чернова`));
});
