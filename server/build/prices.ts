/**
 * Fills the prices into index.html: `%PRICE_PRO%`, `%PRICE_PREMIUM%` (whole euros per month) and `%TRIAL_DAYS%`. Used by vite.config.ts only.
 * Rule: documents contain placeholders; every amount comes from src/domain/pricing.ts.
 */
import type { Plugin } from 'vite';
import { TRIAL_DAYS } from '../../src/config/limits';
import { mobileAgent } from '../../src/config/product';
import { eurosOf } from '../../src/domain/pricing';

const values: Readonly<Record<string, number | string>> = {
  PRICE_PRO: eurosOf('pro', 'monthly'),
  PRICE_PREMIUM: eurosOf('premium', 'monthly'),
  TRIAL_DAYS,
  MOBILE_AGENT: mobileAgent.source,
};

/** @throws Error for a placeholder without a value */
export const withPrices = (html: string): string =>
  html.replaceAll(/%([A-Z_]+)%/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`index.html: ${placeholder} has no value, see server/build/prices.ts`);
    return String(value);
  });

export const prices = (): Plugin => ({
  name: 'prices',
  transformIndexHtml: { order: 'pre', handler: withPrices },
});
