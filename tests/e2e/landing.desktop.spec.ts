import { expect, test } from './device';
import { expectAccessible } from './pages/axe';

// The landing page (specification 1 §1, §2, §4, §9).

test('the landing page links on, stops its motion on request and works by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Учете 3D печат слой по слой.' })).toBeVisible();

  await test.step('the partners move, except under the pointer, when paused, or with reduced motion', async () => {
    const partners = page.getByRole('region', { name: 'Партньори' });
    const first = () => partners.getByRole('listitem').nth(1).innerText();
    const start = await first();
    await expect(partners).toHaveAttribute('data-running', 'true');
    await expect.poll(first).not.toBe(start);
    await partners.hover();
    await expect(partners).toHaveAttribute('data-running', 'false');
    await page.mouse.move(5, 5);
    await expect(partners).toHaveAttribute('data-running', 'true');
    await partners.getByRole('button', { name: 'Спрете движението' }).press('Enter');
    const held = await first();
    await partners.getByRole('button', { name: 'Следващ партньор' }).press('Enter');
    expect(await first()).not.toBe(held);
    await partners.getByRole('button', { name: 'Предишен партньор' }).press('Enter');
    expect(await first()).toBe(held);
    await page.getByRole('link', { name: 'Вижте таблото' }).focus();
    await expect(partners).toHaveAttribute('data-running', 'false');
  });

  await test.step('the showcase changes its states with the scroll position', async () => {
    const show = page.getByRole('region', { name: 'Така изглежда един урок' });
    const bring = (views: number) =>
      show.evaluate(
        (section, by) =>
          window.scrollTo({
            top: section.getBoundingClientRect().top + scrollY + by * innerHeight,
            behavior: 'instant',
          }),
        views,
      );
    for (const [views, phase] of [
      [-0.9, 'initial'],
      [-0.3, 'entering'],
      [0.9, 'fullscreen'],
      [2.2, 'exiting'],
    ] as const) {
      await bring(views);
      await expect(show).toHaveAttribute('data-phase', phase);
    }
  });

  await test.step('the five tabs of the dashboard work by arrow keys', async () => {
    await page.getByRole('tab', { name: 'Преглед' }).focus();
    for (const [name, seen] of [
      ['Курсове', 'Калибриране без догадки'],
      ['Обучение', 'Субтитри'],
      ['Общност', 'Хвана се като залепен. Благодаря!'],
      ['Профил', 'Серия от 9 дни'],
    ] as const) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tab', { name })).toBeFocused();
      await expect(page.getByRole('tabpanel').getByText(seen)).toBeVisible();
    }
  });

  await test.step('axe passes in both themes, wide and narrow, and nothing moves with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.reload();
    await expect(page.locator('#splash')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Пуснете движението' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the links to the other pages', async () => {
    await page.getByRole('link', { name: 'Започнете сега' }).last().click();
    await page.waitForURL('**/pricing');
    await page.getByRole('link', { name: 'Начало' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Учете 3D печат слой по слой.' })).toBeVisible();
  });
});

test('without scripts the landing page is readable: text, links, courses and the data of a link preview', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page).toHaveTitle('Учете 3D печат слой по слой · Слой');
  await expect(page.getByRole('heading', { level: 1, name: 'Учете 3D печат слой по слой.' })).toBeVisible();
  await expect(page.locator('#splash')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Какво казват хората до принтера' })).toBeVisible();
  await expect(page.getByRole('blockquote')).toHaveCount(12);
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
  expect([await meta('title'), await meta('description')].every(Boolean)).toBe(true);
  expect(await meta('url')).toBe(`${baseURL}/`);
  const picture = await page.request.get((await meta('image')) ?? '');
  expect([picture.url(), picture.headers()['content-type']]).toEqual([`${baseURL}/share.png`, 'image/png']);
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data.hasOfferCatalog.itemListElement.map((course: { name: string }) => course.name)).toContain(
    'Основи на 3D печата',
  );
  await page.getByRole('banner').getByRole('link', { name: 'Цени' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});
