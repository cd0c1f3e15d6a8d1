import { expect, type Page } from '@playwright/test';
import { desktop, phone, test } from './device';
import { newLearner } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// Open pages and the next start must keep working after a new version, evicted caches, a broken cache and data of a newer version.

const shown = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))).reduce(
      (sum, files) => sum + files,
      0,
    );
  });

test('a version that one tab activates keeps the code of the other tab, which shows a prompt and reloads', async ({
  newDevice,
}) => {
  const device = newDevice();
  const first = await device.start();
  await first.goto('/pricing');
  await waitForWorker(first);
  const second = await device.context.newPage();
  // Wait until this page has registered its worker: a registration after the update would install a third version, which the test
  // does not expect.
  await second.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...args) {
      const registration = await register.apply(this, args);
      Object.assign(window, { registered: true });
      return registration;
    };
  });
  await second.goto('/pricing');
  await shown(second);
  await second.waitForFunction(() => 'registered' in window);
  // Caches a code file that exists in the version of both tabs but not in the next version.
  await second.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.includes('precache')) ?? '';
    await (await caches.open(name)).put(
      '/assets/of-this-version.js',
      new Response('export const here = true;', { headers: { 'Content-Type': 'text/javascript' } }),
    );
  });
  // Browsers treat a worker with another URL as a new version.
  await first.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js?next');
    while (!registration.waiting) await new Promise((later) => setTimeout(later, 50));
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  });
  const now = second.getByRole('button', { name: 'Презаредете сега' });
  await expect(now).toBeVisible();
  await expect.poll(() => second.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/next$/);
  expect(await second.evaluate(async () => (await import(String('/assets/of-this-version.js'))).here)).toBe(true);
  const reloaded = second.waitForEvent('load');
  await now.click();
  await reloaded;
  await shown(second);
});

test('cleared caches are filled again, and a broken cache does not stop the site', async ({ page, context }) => {
  await page.goto('/pricing');
  await waitForWorker(page);
  const files = await keptFiles(page);
  await page.evaluate(async () => void (await Promise.all((await caches.keys()).map((name) => caches.delete(name)))));
  await page.reload();
  // A slow machine stores hundreds of files in half a minute.
  await expect.poll(() => keptFiles(page), { timeout: 90_000 }).toBe(files);
  await context.setOffline(true);
  await page.reload();
  await shown(page);
  await context.setOffline(false);

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const broken = () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'));
    Object.assign(CacheStorage.prototype, { open: broken, match: broken });
    Object.assign(Cache.prototype, { match: broken, put: broken });
  });
  await page.reload();
  await shown(page);
  await page.goto('/register');
  await shown(page);
});

/** Reads the mirror's native version and its number of courses with the plain IndexedDB API. */
const mirrorOf = (page: Page, upgradeTo?: number) =>
  page.evaluate(async (version) => {
    const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('sloy-mirror-'))?.name ?? '';
    const request = indexedDB.open(name, version);
    await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
    const courses = request.result.transaction('courses').objectStore('courses').count();
    await new Promise((resolve) => Object.assign(courses, { onsuccess: resolve }));
    request.result.close();
    return { version: request.result.version, courses: courses.result };
  }, upgradeTo);

test('a device with data of a newer version asks for an update and keeps the data unchanged', async ({ page }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  const newer = await mirrorOf(page, 990);
  expect(newer.courses).toBeGreaterThan(0);
  const dialog = page.getByRole('alertdialog', { name: 'Нужна е по-нова версия на Слой' });
  for (const { viewport } of [phone, desktop]) {
    if (viewport) await page.setViewportSize(viewport);
    await page.reload();
    await expect(dialog).toContainText('Нищо не е загубено');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expectAccessibleInBoth(page);
  }
  const reloaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Обновете' }).click();
  await reloaded;
  await expect(dialog).toBeVisible();
  expect(await mirrorOf(page)).toEqual(newer);
});
