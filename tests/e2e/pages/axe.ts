import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../device';

/** What axe finds on the page once nothing moves on it: halfway through a fade every contrast is wrong. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}

export const expectAccessible = async (page: Page) => expect(await accessibilityFaults(page)).toEqual([]);
