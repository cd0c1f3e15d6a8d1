import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner } from './learners';
import { accessibilityFaultsInBoth } from './pages/axe';
import { signIn, waitUntilSynced } from './pages/shell';

// The main screens with real content must have no accessibility faults in either theme. The two Playwright projects provide the two screen sizes.

const open = [
  '/login',
  '/login/link#token_hash=0&type=recovery',
  '/register',
  '/pricing',
  '/no-such-page',
  '/tos_mobile',
  '/store/product/90000000-0000-4000-8000-000000000001',
  '/cart',
  '/checkout/success',
  '/dashboard/faq',
  '/demo',
];
const signedIn = [
  '/dashboard',
  '/dashboard?section=courses&course=c0000000-0000-4000-8000-000000000001',
  '/course/c0000000-0000-4000-8000-000000000001',
  '/video/d0000000-0000-4000-8000-000000000003/c0000000-0000-4000-8000-000000000001',
  '/test/e0000000-0000-4000-8000-000000000001',
  '/offline-dashboard',
  '/offline-videos',
  '/video-free/d0000000-0000-4000-8000-000000000001',
];

const widerWithLargeLetters = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

/** Scrollable elements whose content is 1 to 3 px too tall: never intended, and some browsers then show a scroll bar. */
const scrollsByMistake = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element);
        const more = element.scrollHeight - element.clientHeight;
        return (overflowY === 'auto' || overflowY === 'scroll') && more > 0 && more < 4;
      })
      .map(
        (element) => `${element.tagName} ${element.getAttribute('role') ?? ''} ${element.textContent?.slice(0, 40)}`,
      ),
  );

test('screens have no accessibility faults that axe finds, in both themes', async ({ page }) => {
  const faults: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const fault of await accessibilityFaultsInBoth(page)) faults.push(`${path}: ${fault}`);
    for (const element of await scrollsByMistake(page)) faults.push(`${path}: scrolls by a pixel: ${element}`);
    const over = await widerWithLargeLetters(page);
    if (over > 0) faults.push(`${path}: ${over} px wider than the screen with letters twice as large`);
  };
  for (const path of open) await look(path);
  const { email } = await newLearner('premium');
  await signIn(page, email);
  await waitUntilSynced(page);
  for (const path of signedIn) await look(path);
  expect(faults).toEqual([]);
});
