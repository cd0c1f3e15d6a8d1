import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from '../device';

declare global {
  interface Window {
    /** Defined on a page by `axe.source`. */
    axe: typeof import('axe-core');
  }
}

const everything: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Only violations are described in full, which takes a fraction of the time.
  resultTypes: ['violations'],
};
const contrast: axe.RunOptions = {
  ...everything,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Waits until no animation runs, because a fade distorts the contrast. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  });

async function faultsOf(page: Page, options: axe.RunOptions, part = 'html'): Promise<string[]> {
  await rest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async ([selector, how]) => (await window.axe.run(selector, how)).violations, [
    part,
    options,
  ] as const);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}

/** Accessibility violations on the current page, or in the part that `selector` names. */
export const accessibilityFaults = (page: Page, selector?: string) => faultsOf(page, everything, selector);

/** All violations in the light theme, and only contrast in the dark theme, because nothing else differs between the themes. */
export async function accessibilityFaultsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await faultsOf(page, contrast);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

export const expectAccessible = async (page: Page) => expect(await accessibilityFaults(page)).toEqual([]);

export const expectAccessibleInBoth = async (page: Page) => expect(await accessibilityFaultsInBoth(page)).toEqual([]);
