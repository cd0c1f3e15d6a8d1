import type { BrowserContextOptions, Page } from '@playwright/test';
import { STORAGE_KEYS } from '@/shared/names';
import { expect, test } from './device';
import { newLearner, PASSWORD, serverClient } from './learners';
import { goToQuestion, saved, tabTo } from './pages/quiz';
import { signIn, syncChip, waitForWorker, waitUntilSynced } from './pages/shell';

test('a visitor registers, passes the bot check and reaches the free dashboard', async ({ page }) => {
  await page.goto('/register');
  const submit = page.getByRole('button', { name: 'Създайте акаунт' });
  await expect(submit).toBeDisabled();
  // The whole sign-up must work without a mouse.
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
  await tabTo(page, page.getByRole('checkbox', { name: /^Навършил/ }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Не съм робот'));
  await page.keyboard.press('Space');
  // While the bot check runs, and after it, its check box keeps the keyboard focus.
  await expect(page.getByText('Проверено.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('Не съм робот')).toBeFocused();
  await expect(submit).toBeEnabled({ timeout: 60_000 });
  await tabTo(page, submit);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Акаунтът е създаден!')).toBeVisible();
  await page.waitForURL('**/dashboard_free');
  await expect(page.getByRole('heading', { name: 'Здравейте, Петър' })).toBeVisible();
  const given = await serverClient().from('consents').select('document, occasion, profiles!inner(full_name)');
  const own = (given.data ?? []).filter((row) => JSON.stringify(row).includes('Петър Колев'));
  expect(
    own
      .slice(-3)
      .map(({ document, occasion }) => `${document} ${occasion}`)
      .sort(),
  ).toEqual(['age registration', 'privacy registration', 'terms registration']);
});

for (const [clock, ms] of [
  ['ten minutes fast', 10 * 60_000],
  ['25 days slow', -25 * 86_400_000],
] as const)
  test(`the bot check passes on a device whose clock is ${clock} @desktop`, async ({ page }) => {
    await page.addInitScript((shift) => {
      const real = Date.now;
      Date.now = () => real() + shift;
    }, ms);
    await page.goto('/register');
    await page.getByLabel('Не съм робот').click();
    await expect(page.getByText(/^(Проверено\.|Верификацията изтече\..*)$/)).toBeVisible({ timeout: 60_000 });
    // A timer with a wrong delay would fire now; wait for it before checking the state.
    await page.waitForTimeout(300);
    await expect(page.getByText('Проверено.')).toBeVisible();
    await expect(page.getByLabel('Не съм робот')).toBeChecked();
  });

test('a second account with the same e-mail is rejected with a message', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  const { email } = await newLearner('free');
  await page.goto('/register');
  await page.getByLabel('Име и фамилия').fill('Друг Човек');
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Потвърдете паролата').fill(PASSWORD);
  await page.getByRole('checkbox', { name: /^Навършил/ }).check();
  // The bot check loads with the screen; without it, nobody can say that it failed.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByLabel('Не съм робот').click();
  await expect(page.getByText('Грешка при верификацията за сигурност. Моля опитайте отново.')).toBeVisible();
  await context.setOffline(false);
  await page.getByLabel('Не съм робот').check();
  const submit = page.getByRole('button', { name: 'Създайте акаунт' });
  await expect(submit).toBeEnabled({ timeout: 60_000 });
  await submit.click();
  // The form is longer than the screen, so the banner must scroll into view.
  await expect(page.getByRole('alert').getByText('Акаунтът вече съществува')).toBeInViewport();
  await expect(
    page.getByText('Акаунт с този имейл адрес вече съществува. Опитайте да влезете вместо това.'),
  ).toBeVisible();
});

test('the sign-in reports empty fields, a wrong password and a missing network', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
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
  await expect(
    page.getByText('Невалиден имейл или парола. Моля проверете данните си и опитайте отново.'),
  ).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await expect(page.getByText('Грешка при свързване')).toBeVisible();
  await expect(
    page.getByText('Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.'),
  ).toBeVisible();
});

test("the form is there before the app, and what was typed, pressed and looked at becomes the app's", async ({
  browser,
  page,
  baseURL,
}) => {
  const { email } = await newLearner('pro');
  const emailOf = (on: Page) => on.getByLabel('Имейл');
  const passwordOf = (on: Page) => on.getByLabel('Парола', { exact: true });
  /** Opens a URL while the app's code is delayed. @returns a function that releases the code. */
  const openSlowly = async (on: Page) => {
    let arrive = () => {};
    const arrived = new Promise<void>((done) => {
      arrive = done;
    });
    await on.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await on.goto('/login', { waitUntil: 'commit' });
    return arrive;
  };
  const visit = async (options: BrowserContextOptions, work: (on: Page) => Promise<void>) => {
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
    await work(await context.newPage());
    await context.close();
  };

  await test.step('a press before the scripts run is answered as soon as they do; no URL ever contains the typed values', () =>
    visit({}, async (early) => {
      const arrive = await openSlowly(early);
      await emailOf(early).fill(email);
      await passwordOf(early).fill('Wrong-2026!');
      await early.getByRole('button', { name: 'Влезте', exact: true }).click();
      await expect(early).toHaveURL('/login');
      arrive();
      await expect(early.getByText('Грешна парола или имейл')).toBeVisible();
      await expect(emailOf(early)).toHaveValue(email);
      await expect(early).toHaveURL('/login');
    }));
  await test.step('a press on another button is answered, too', () =>
    visit({}, async (early) => {
      const arrive = await openSlowly(early);
      await early.getByRole('button', { name: 'Забравена парола?' }).click();
      arrive();
      await expect(early.getByRole('button', { name: 'Изпратете връзката' })).toBeVisible();
    }));
  await test.step('a missing app script is reported', () =>
    visit({}, async (alone) => {
      await alone.route('**/assets/*.js', (route) => route.abort());
      await alone.goto('/login');
      await expect(alone.getByText('Не можем да се свържем със сърверите ни.')).toBeVisible();
      await expect(emailOf(alone)).toBeVisible();
    }));
  await test.step('a signed-in visitor sees no form; without scripts the page explains why nothing happens', async () => {
    await visit({}, async (known) => {
      await known.addInitScript((key) => localStorage.setItem(key, '{}'), STORAGE_KEYS.identity);
      await openSlowly(known);
      await expect(known.locator('#splash')).toBeVisible();
      await expect(emailOf(known)).toBeHidden();
      await known.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await visit({ javaScriptEnabled: false }, async (still) => {
      await still.goto('/login');
      await expect(still.locator('noscript p')).toBeVisible();
      await emailOf(still).fill(email);
      await emailOf(still).press('Enter');
      await expect(still).toHaveURL('/login');
    });
  });
  await test.step('text that is typed during the start keeps its characters and its cursor position', async () => {
    const arrive = await openSlowly(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
    await expect(page.locator('#splash')).toBeHidden();
    await emailOf(page).fill(email);
    await passwordOf(page).focus();
    await page.keyboard.type(PASSWORD.slice(0, 4));
    await passwordOf(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
    arrive();
    await page.waitForLoadState('networkidle');
    await expect(emailOf(page)).toHaveValue(email);
    await expect(passwordOf(page)).toBeFocused();
    await expect(passwordOf(page)).toHaveValue(PASSWORD.slice(0, 4));
    expect(await passwordOf(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
    await page.keyboard.press('End');
    await page.keyboard.type(PASSWORD.slice(4));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Успешно влязохте в профила си')).toBeVisible();
    await page.waitForURL('**/dashboard');
  });
});

test('no heading moves or disappears when the app takes over the prerendered form, and hydration reports nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const frames: string[] = [];
    const record = () => {
      const visible = [...document.querySelectorAll('h1, h2')].filter((each) => each.getClientRects().length);
      const frame = visible.map((each) => `${each.textContent} ${Math.round(each.getBoundingClientRect().top)}`).join();
      if (frame && frame !== frames.at(-1)) frames.push(frame);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { frames });
  });
  const reported: string[] = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && reported.push(message.text()));
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Имейл')).toBeVisible();
  expect(reported).toEqual([]);
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const shiftOf = (entry: PerformanceEntry): number => Reflect.get(entry, 'value');
        const observer = new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, entry) => sum + shiftOf(entry), 0)),
        );
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(0), 500); // no entry: nothing moved
      }),
  );
  expect(shifts).toBeLessThan(0.01);
  expect(await page.evaluate(() => Reflect.get(window, 'frames'))).toHaveLength(1);
});

test('what a visitor types, ticks, chooses and opens before the app’s code has come, the app knows', {
  tag: '@desktop',
}, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((open) => {
    release = open;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const isRunning = () => page.waitForFunction(() => !document.querySelector('#root[data-page]'));

  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Имейл').fill('early@sloy.test');
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Потвърдете паролата').fill(`${PASSWORD}?`);
  await page.getByRole('checkbox', { name: /^Навършил/ }).check();
  await page.getByLabel('Не съм робот').check();
  release();
  await isRunning();
  await expect(page.getByText('Силна парола')).toBeVisible();
  await expect(page.getByText('Паролите не съвпадат')).toBeVisible();
  await expect(page.getByText('Проверено.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('checkbox', { name: /^Навършил/ })).toBeChecked();
  await expect(page.getByLabel('Имейл')).toHaveValue('early@sloy.test');

  const again = new Promise<void>((open) => {
    release = open;
  });
  await page.unroute(/\/assets\/.*\.js$/);
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await again;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pricing', { waitUntil: 'commit' });
  await page.getByText('Годишно').click();
  await page.getByRole('button', { name: 'Меню' }).click();
  release();
  await isRunning();
  await expect(page.getByRole('radio', { name: /Годишно/ })).toBeChecked();
  await expect(page.getByText('на година').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Регистрация' })).toBeVisible();
});

test('a signed-out visitor is asked to sign in and returns to the requested page', { tag: '@desktop' }, async ({
  page,
}) => {
  const { email } = await newLearner('pro');
  await page.goto('/course/c0000000-0000-4000-8000-000000000001');
  await page.waitForURL('**/login');
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Основи на 3D печата' })).toBeVisible();
});

test('two learners on one device never see each other’s data, and unsent writes are sent at the next sign-in', {
  tag: '@desktop',
}, async ({ newDevice }) => {
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
  const { data } = await first.api.rpc('sync_pull', {
    p_cursors: [{ scope: `journal:${first.id}`, seq: 0 }],
    p_limit: 100,
  });
  expect(JSON.stringify(data)).toContain('"kind":"attempt"');
});
