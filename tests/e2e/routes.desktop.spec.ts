import type { Browser, BrowserContext, Page } from '@playwright/test';
import { desktop, expect, phone, test } from './device';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// Tests each redirect rule of specification 1 §2 once, on the production build; route-matrix.test.tsx (tests/unit) tests all combinations.

const COURSE = '/course/c0000000-0000-4000-8000-000000000001';
const LESSON = '/video/d0000000-0000-4000-8000-000000000002';
const TEST = '/test/e0000000-0000-4000-8000-000000000001';
const FIRST = 'Учете 3D печат слой по слой.';
const PLANS = 'Изберете план';
const PROTECTED = 'Имате нужда от активен абонамент за достъп до това съдържание.';

/** Sets iOS's flag for an app that was opened from the home screen, because an automated browser cannot install apps. */
const fromHomeScreen = () => Object.defineProperty(navigator, 'standalone', { value: true });

interface Visit {
  browser: Browser;
  baseURL: string | undefined;
  watchPolicy: (context: BrowserContext) => Promise<void>;
  on: 'desktop' | 'mobile' | 'app';
  /** A seeded demo account to sign in with, which the test does not change. Undefined: a visitor. */
  as?: 'free' | 'pro' | 'premium' | 'admin';
}

/** Runs `check` on a new device. */
async function visit({ browser, baseURL, watchPolicy, on, as }: Visit, check: (page: Page) => Promise<void>) {
  await test.step(`${as ?? 'visitor'}, ${on}`, async () => {
    const context = await browser.newContext({
      ...(on === 'desktop' ? desktop : phone),
      ...(baseURL ? { baseURL } : {}),
    });
    await watchPolicy(context);
    if (on === 'app') await context.addInitScript(fromHomeScreen);
    const page = await context.newPage();
    if (as) await signIn(page, `${as}@sloy.test`);
    await check(page);
    await context.close();
  });
}

async function loseNetwork(page: Page) {
  await waitForWorker(page);
  await page.context().setOffline(true);
}

/** A URL, the URL to which it leads, the heading there, and whether the site header is shown. */
type Way = [address: string, end: string, heading: string | RegExp, header: 'header' | 'bare'];

async function follow(page: Page, ways: Way[]) {
  for (const [address, end, heading, header] of ways)
    await test.step(`${address} → ${end}`, async () => {
      await page.goto(address);
      await expect(page).toHaveURL(end);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeAttached();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Цени' })).toHaveCount(
        header === 'header' ? 1 : 0,
      );
    });
}

test('URLs on a desktop lead visitors, free accounts, subscribers and administrators to the specified page', async ({
  browser,
  baseURL,
  watchPolicy,
}) => {
  await visit({ browser, baseURL, watchPolicy, on: 'desktop' }, (page) =>
    follow(page, [
      ['/native-welcome', '/', FIRST, 'header'],
      ['/model', '/model', 'Преглед на модел', 'bare'],
      ['/store', '/store', 'Our Store is Coming Soon', 'bare'],
      ['/dashboard/faq', '/dashboard/faq', 'FAQ', 'bare'],
      ['/no/such/page', '/no/such/page', 'Страницата не е намерена', 'bare'],
      ['/admin/dashboard', '/admin/login', /./, 'bare'],
      ['/dashboard_free', '/login', 'Вход', 'header'],
    ]),
  );
  await visit({ browser, baseURL, watchPolicy, on: 'desktop', as: 'free' }, async (page) => {
    await follow(page, [
      ['/register', '/dashboard_free', 'Здравейте', 'bare'],
      ['/admin/store', '/admin/login', /./, 'bare'],
      [LESSON, '/pricing', PLANS, 'header'],
    ]);
    await expect(page.getByText(PROTECTED)).toBeVisible();
  });
  await visit({ browser, baseURL, watchPolicy, on: 'desktop', as: 'pro' }, async (page) => {
    await waitUntilSynced(page);
    await follow(page, [
      ['/', '/', FIRST, 'header'],
      ['/offline-videos', '/offline-videos', 'Desktop Not Supported', 'header'],
    ]);
    await loseNetwork(page);
    await follow(page, [
      ['/native-welcome', '/dashboard', 'Здравейте', 'bare'],
      [COURSE, COURSE, 'Основи на 3D печата', 'bare'],
    ]);
  });
  await visit({ browser, baseURL, watchPolicy, on: 'desktop', as: 'admin' }, (page) =>
    follow(page, [['/admin/login', '/admin/dashboard', /./, 'bare']]),
  );
});

test('URLs on a phone and in the installed app, with and without a network', async ({
  browser,
  baseURL,
  watchPolicy,
}) => {
  await visit({ browser, baseURL, watchPolicy, on: 'mobile' }, async (page) => {
    await follow(page, [
      ['/', '/login', 'Вход', 'bare'],
      ['/pricing?fromProtected=true', '/pricing_mobile', PLANS, 'bare'],
    ]);
    await expect(page.getByText(PROTECTED)).toBeVisible();
  });
  await visit({ browser, baseURL, watchPolicy, on: 'mobile', as: 'free' }, async (page) => {
    await follow(page, [
      ['/', '/dashboard_free', 'Здравейте', 'bare'],
      [TEST, '/pricing_mobile', PLANS, 'bare'],
    ]);
    await loseNetwork(page);
    await follow(page, [
      ['/dashboard_free', '/dashboard_free', 'Здравейте', 'bare'],
      ['/', '/offline-dashboard', 'Свалени уроци', 'bare'],
    ]);
  });
  await visit({ browser, baseURL, watchPolicy, on: 'app' }, async (page) => {
    await test.step('the splash closes after a second; Back at the root shows how to leave', async () => {
      // Replace the blank page in the history of an automated browser, because the history of an installed app has no such page.
      await page.evaluate((address) => location.replace(address), `${baseURL}/`);
      await expect(page).toHaveURL('/native-welcome');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('#splash')).toHaveCount(0);
      // Once the global overlays have loaded, the first touch adds a history entry that marks the root.
      const touched = async () => {
        await page.touchscreen.tap(180, 20);
        return page.evaluate(() => history.length);
      };
      await expect.poll(touched).toBe(2);
      await Promise.all([
        page.waitForFunction(() => document.body.innerText.includes('Press home button to exit the app'), undefined, {
          timeout: 15_000,
        }),
        page.evaluate(() => history.back()),
      ]);
      await expect(page).toHaveURL('/native-welcome');
      await expect(page.getByText('Press home button to exit the app')).toHaveCount(0);
    });
    await loseNetwork(page);
    await follow(page, [['/dashboard', '/offline-dashboard', /./, 'bare']]);
  });
  await visit({ browser, baseURL, watchPolicy, on: 'app', as: 'premium' }, async (page) => {
    await follow(page, [['/', '/dashboard', 'Здравейте', 'bare']]);
    await loseNetwork(page);
    // Without a network, the app opens the same course, lesson or section on the offline home.
    const home: Way[] = [
      [COURSE, `/offline-dashboard?section=courses&course=${COURSE.split('/')[2]}`, /./, 'bare'],
      [LESSON, `/offline-dashboard?video=${LESSON.split('/')[2]}`, 'Свалени уроци', 'bare'],
      ['/notifications', '/offline-dashboard?section=notifications', 'Известия', 'bare'],
      ['/settings', '/offline-dashboard?section=settings', 'Настройки', 'bare'],
    ];
    await follow(page, [...home, ['/free-settings', '/free-settings', 'Настройки', 'bare']]);
  });
});
