import { expect, test } from './device';
import { newLearner } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { signIn, waitUntilSynced } from './pages/shell';

test('the header of the public screens works in a narrow window of a desktop', async ({ page }) => {
  for (const width of [320, 360, 767]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/pricing');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Вход' })).toBeVisible();
    const [login, logo] = [header.getByRole('link', { name: 'Вход' }), header.getByRole('link').first()];
    const [a, b] = [await login.boundingBox(), await logo.boundingBox()];
    expect(Math.abs((a?.y ?? 0) + (a?.height ?? 0) / 2 - (b?.y ?? 0) - (b?.height ?? 0) / 2)).toBeLessThan(8);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await header.getByLabel('Меню').click();
    for (const name of ['Начало', 'Цени', 'Регистрация'])
      await expect(header.getByRole('link', { name })).toBeVisible();
    if (width === 320) await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expect(header.getByRole('link', { name: 'Регистрация' })).toBeHidden();
    await header.getByLabel('Меню').click();
    await header.getByRole('link', { name: 'Регистрация' }).click();
    await expect(page).toHaveURL(/\/register$/);
    await expect(header.getByRole('link', { name: 'Регистрация' })).toBeHidden();
  }
});

test('a narrow window of a desktop shows one logo on the sign-in screens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/login', '/register', '/login/link', '/login/link#token_hash=abc&type=magiclink']) {
    await page.goto('/pricing');
    await page.goto(path);
    await expect(page.locator('#root h1')).toBeVisible();
    await expect(page.getByText('Слой', { exact: true }).filter({ visible: true })).toHaveCount(1);
    if (path !== '/login') continue;
    const intro = page.getByRole('complementary', { name: 'Какво е Слой' });
    for (const name of ['Сравнете плановете', 'Общи условия', 'Поверителност', 'Връщане на пари'])
      await expect(intro.getByRole('link', { name })).toBeVisible();
    await expectAccessibleInBoth(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 768, height: 740 });
    await expect(intro).toBeHidden();
    await page.setViewportSize({ width: 360, height: 740 });
  }
});

test('the floating home button of a lesson covers nothing, with the list open or closed', async ({ page }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  const home = page.getByRole('link', { name: 'Към таблото' });
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
    // The window at a zoom of 400 %.
    [320, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/video/d0000000-0000-4000-8000-000000000003/c0000000-0000-4000-8000-000000000001');
    await expect(home).toBeVisible();
    await expect(page.getByRole('tab').first()).toBeVisible();
    for (const step of ['open', 'closed']) {
      if (step === 'closed' && width > 1000) await page.getByRole('button', { name: 'Уроци в курса' }).click();
      /** Texts and controls that the button (or its bar) overlaps at some scroll position. */
      const covered = await home.evaluate(async (button) => {
        const bar = button.parentElement as HTMLElement;
        const place = (getComputedStyle(bar).position === 'fixed' ? bar : button).getBoundingClientRect();
        const wholeWidth = place.left <= 0 && place.right >= document.body.clientWidth;
        const found = new Set<string>();
        for (let y = 0; y <= document.documentElement.scrollHeight; y += 100) {
          window.scrollTo(0, y);
          await new Promise(requestAnimationFrame);
          const at = (getComputedStyle(bar).position === 'fixed' ? bar : button).getBoundingClientRect();
          for (const each of document.querySelectorAll(
            'main a, main button, main p, main h1, main h2, video, aside *',
          )) {
            if (bar.contains(each)) continue;
            const box = each.getBoundingClientRect();
            const across = Math.min(box.right, at.right) - Math.max(box.left, at.left);
            const along = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
            // A full-width bar may overlap text, which scrolls under the bar as it does at the edge of the window.
            if (across > 0 && along > 0 && box.width > 0 && !wholeWidth)
              found.add(each.textContent?.slice(0, 40) ?? '');
          }
        }
        const last = [...document.querySelectorAll('main [role=tabpanel]')].at(-1)?.getBoundingClientRect().bottom ?? 0;
        const end = (getComputedStyle(bar).position === 'fixed' ? bar : button).getBoundingClientRect().top;
        if (wholeWidth && last > end) found.add('the end of the page');
        return [...found];
      });
      expect(covered, `${width} px, list ${step}`).toEqual([]);
    }
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(home).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  const ink = await page.getByRole('heading', { level: 1 }).evaluate((each) => getComputedStyle(each).color);
  expect(ink, 'dark text on white paper').toBe('rgb(22, 24, 29)');
  await page.emulateMedia({ media: null, colorScheme: null });

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/dashboard');
  const labels = page.getByRole('navigation', { name: 'Бърз достъп' }).locator('span');
  await expect(labels.first()).toBeVisible();
  const boxes = await labels.evaluateAll((each) => each.map((word) => word.getBoundingClientRect()));
  for (const [index, box] of boxes.entries()) {
    const next = boxes[index + 1];
    if (next) expect(next.left - box.right, `label ${index + 1}`).toBeGreaterThanOrEqual(4);
  }

  // In print, the sidebar is hidden, the section uses its space, and the text is dark even in the dark theme.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect.poll(async () => (await main.boundingBox())?.width).toBeGreaterThan(1_000);
  expect(await main.evaluate((each) => getComputedStyle(each).color)).toBe('rgb(22, 24, 29)');
});
