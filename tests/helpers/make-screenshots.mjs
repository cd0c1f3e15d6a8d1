// Makes the screenshots for the web app manifest from the running product: node tests/helpers/make-screenshots.mjs [http://localhost:3000]
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright';

const base = process.argv[2] ?? 'http://localhost:3000';
const folder = resolve(import.meta.dirname, '../../public/screenshots');
const ACCOUNT = { email: 'premium@sloy.test', password: 'Sloy-2026!' };
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
mkdirSync(folder, { recursive: true });

async function signedIn(options) {
  const context = await browser.newContext({
    locale: 'bg-BG',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  });
  const page = await context.newPage();
  // Hides the install card and the question about push messages, which no screenshot should show.
  await page.addInitScript(() => {
    localStorage.setItem('sloy.install-dismissed', 'true');
    localStorage.setItem('sloy.install-dismissed-at', String(Date.now()));
    localStorage.setItem('sloy.push-asked', 'yes');
  });
  await page.goto(`${base}/login`);
  await page.getByLabel('Имейл').fill(ACCOUNT.email);
  await page.getByLabel('Парола', { exact: true }).fill(ACCOUNT.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/dashboard**');
  return page;
}

async function shoot(page, path, name) {
  await page.goto(base + path);
  // The first visit loads the account's data after the screen.
  await page.getByRole('button', { name: 'Синхронизация: Синхронизирано' }).first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: resolve(folder, `${name}.png`) });
  console.log(`${name}.png`);
}

const phone = await signedIn({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: PHONE,
});
await shoot(phone, '/dashboard', 'home-narrow');
await shoot(phone, '/dashboard?section=courses', 'courses-narrow');
const desktop = await signedIn({ viewport: { width: 1280, height: 800 } });
await shoot(desktop, '/dashboard', 'home-wide');
await shoot(desktop, '/dashboard?section=courses', 'courses-wide');
await browser.close();
