/** Each rule and number has one source: no other file may repeat it. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { structuredData } from '@/app/structured-data';
import { termsText } from '@/features/legal/text/terms';
import { billingPeriods, eurosOf, levaOf, paidPlans } from '@/shared/pricing';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const filesOf = (folder: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
const sources = filesOf('src');

const amounts = paidPlans.flatMap((plan) =>
  billingPeriods.flatMap((period) => [
    `${eurosOf(plan, period)}\\s*(€|EUR)`,
    `€\\s*${eurosOf(plan, period)}\\b`,
    `${levaOf(plan, period)}\\s*лв`,
  ]),
);
const anAmount = new RegExp(`(?<!\\d)(${amounts.join('|')})`);

test('no price is written by hand in code, texts or index.html', () => {
  expect(sources.filter((file) => anAmount.test(read(file)))).toEqual([]);
  expect(read('index.html')).not.toMatch(anAmount);
  expect(read('index.html')).not.toMatch(/"price":\s*"?\d/);
});

test('search engines and the terms show the prices of the price list', () => {
  const [pro, premium] = paidPlans.map((plan) => eurosOf(plan, 'monthly'));
  const catalogue = JSON.stringify(structuredData);
  expect(new Set(catalogue.match(/(?<="price":")\d+(?=")/g))).toEqual(new Set([String(pro), String(premium)]));
  const words = JSON.stringify(termsText);
  expect(words).toContain(`Pro, €${pro} per month`);
  expect(words).toContain(`Premium, ${premium} € на месец`);
});

/** Files that may read the stored plan directly. */
const planHomes =
  /^src\/(device\/session\/|features\/downloads\/(queries|mutations)\/|shared\/|app\/routing\/route-decision\.ts)/;

test('screens use the plan in force, never the stored answer', () => {
  expect(sources.filter((file) => !planHomes.test(file) && /identity\??\.plan\b/.test(read(file)))).toEqual([]);
});

test('only entitlements.ts decides what a plan allows', () => {
  const repeated = /plan(\(\))?\s*[!=]==\s*'premium'/i;
  expect(sources.filter((file) => file !== 'src/shared/entitlements.ts' && repeated.test(read(file)))).toEqual([]);
});

test('pauses before a retry are in limits.ts, so that no two policies exist', () => {
  const isPause = /const \w*(RETRY|PAUSE|AGAIN)\w*(: [^=]+)? = [\d[]/;
  const defined = ['src', 'sync', 'sw'].flatMap(filesOf).filter((file) => isPause.test(read(file)));
  expect(defined.toSorted()).toEqual(['src/shared/app-limits.ts', 'src/shared/limits.ts']);
});

test('there is one lesson order', () => {
  const sorted = sources.filter((file) => /a\.order_position - b\.order_position/.test(read(file)));
  // `features/quiz/rules/order.ts` is allowed, because it sorts questions.
  expect(sorted).toEqual(['src/shared/lesson-order.ts', 'src/features/quiz/rules/order.ts']);
});

test('the name of a font contains the hash of its contents, because browsers cache it for a year', () => {
  const folder = new URL('../../public/fonts/', import.meta.url);
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
  expect(fonts).toHaveLength(2);
  for (const name of fonts) {
    const hash = createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex');
    expect(name).toContain(`-${hash.slice(0, 8)}.woff2`);
    for (const file of ['src/ui/tokens.css', 'server/http/page-layout.ts', 'server/http/page-fonts.ts'])
      expect(read(file), file).toContain(name);
  }
  for (const [name] of read('index.html').matchAll(/[\w-]+\.woff2/g)) expect(fonts).toContain(name);
});
