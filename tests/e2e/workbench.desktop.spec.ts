import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { accessibilityFaults } from './pages/axe';

// Tests the page of tests/workbench, which has all controls, in both themes and sizes.

const root = resolve(import.meta.dirname, '../..');
const TARGET = 44;

let vite: ViteDevServer;
let origin: string;

test.beforeAll(async () => {
  vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    cacheDir: join(tmpdir(), `sloy-vite-${process.pid}`),
    logLevel: 'error',
    // File watching is off: no file changes during the run, and watchers may exceed the machine's limit.
    server: { port: 20_000 + (process.pid % 20_000), watch: null, hmr: false },
  });
  await vite.listen();
  origin = vite.resolvedUrls?.local[0] ?? '';
});
test.afterAll(() => vite.close());

/** Controls below the minimum touch target size; inside a label, the label is the target. */
const smallTargets = (page: Page) =>
  page.evaluate((least) => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main a[class*="min-h"], main input, main select, main textarea, main summary, dialog[open] button',
      ),
    ];
    return targets
      .map((element) => (element.matches('input') && element.closest('label')) || element)
      .filter(
        (element) => element.getBoundingClientRect().height < least || element.getBoundingClientRect().width < least,
      )
      .map((element) => element.outerHTML.slice(0, 120));
  }, TARGET);

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('every control passes axe in every state, in both themes and sizes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${origin}tests/workbench/index.html`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  const faults: Record<string, string[]> = {};
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      faults[`page ${width} ${colorScheme}`] = [...(await accessibilityFaults(page)), ...(await smallTargets(page))];
      expect(await overflow(page), `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Отворете прозорец' }).click();
    faults[`dialog ${colorScheme}`] = [
      ...(await accessibilityFaults(page, 'dialog[open]')),
      ...(await smallTargets(page)),
    ];
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Известия' }).click();
  const panel = await page.getByText('Нямате непрочетени известия.').boundingBox();
  expect(panel && panel.x >= 0 && panel.x + panel.width <= 360, 'a panel stays inside the window').toBe(true);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await overflow(page), 'nothing is wider than 360 with letters twice as large').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Покажете съобщение: error' }).click();
  await expect(page.getByText('Записано на това устройство.')).toBeVisible();
  faults.toast = await accessibilityFaults(page, '[data-sonner-toaster]');
  expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0))).toEqual({});
  const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
  expect(await page.evaluate(moving), 'nothing moves when motion is unwelcome').toBe(0);
});

test('a message stays visible and usable above a dialog that opens and closes', async ({ page }) => {
  await page.goto(`${origin}tests/workbench/index.html`);
  await page.getByRole('button', { name: 'Покажете съобщение: error' }).click({ timeout: 60_000 });
  const message = page.getByText('Записано на това устройство.');
  await expect(message).toBeVisible();
  /** True if a click on the message reaches it; an inert or covered element is never hit. */
  const isHit = () =>
    message.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 640 });
    await page.getByRole('button', { name: 'Отворете прозорец' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(isHit).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(isHit).toBe(true);
  }
});
