import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../device';

const everything = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

async function faultsOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  await rest(page);
  // Legacy mode skips frames. The pages have no frames, so legacy mode finds the same violations in half the time.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}

/** Accessibility violations on the current page. */
export const accessibilityFaults = (page: Page) => faultsOf(page, new AxeBuilder({ page }).withTags(everything));

/** All violations in the light theme, and only contrast in the dark theme, because nothing else differs between the themes. */
export async function accessibilityFaultsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await faultsOf(page, new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

export const expectAccessible = async (page: Page) => expect(await accessibilityFaults(page)).toEqual([]);

export const expectAccessibleInBoth = async (page: Page) => expect(await accessibilityFaultsInBoth(page)).toEqual([]);
