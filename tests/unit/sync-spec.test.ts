/** Each rule of sync/SPEC.md has a test, and each test of the engine and of its SQL names the rules that it proves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const testsIn = (folder: string, starts = '') =>
  readdirSync(join(root, folder))
    .filter((name) => name.startsWith(starts) && name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);

const RULE = /^- \*\*([A-Z]+-\d+)\*\* /gm;
const rules = [...read('sync/SPEC.md').matchAll(RULE)].map(([, rule = '']) => rule);
const mustCite = [...testsIn('tests/sync'), ...testsIn('tests/db', 'sync-')];
/** Tests of the service worker may also cite rules. */
const mayCite = testsIn('tests/sw');

/** The source of each test, from its call to the next one. */
function testsOf(file: string): string[] {
  const starts = [...read(file).matchAll(/^ *(?:it|test)(?:\.\w+)?(?:<.*)?[(`]/gm)].map(({ index }) => index);
  return starts.map((start, i) => read(file).slice(start, starts[i + 1]));
}

/** The rules at the end of a title. */
const citedBy = (source: string) =>
  [...source.matchAll(/ \[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]['"`]/g)].flatMap(([, list = '']) => list.split(', '));

test('every test of the engine and of its SQL names a rule', () => {
  const without = mustCite.flatMap((file) =>
    testsOf(file)
      .filter((source) => citedBy(source).length === 0)
      .map((source) => `${file}: ${source.slice(0, 80)}`),
  );
  expect(mustCite.flatMap(testsOf).length).toBeGreaterThan(200);
  expect(without).toEqual([]);
});

test('every named rule is in sync/SPEC.md, and every rule has a test', () => {
  const cited = new Set([...mustCite, ...mayCite].flatMap((file) => citedBy(read(file))));
  expect(rules.length).toBeGreaterThan(90);
  expect(new Set(rules).size).toBe(rules.length);
  expect([...cited].sort()).toEqual(rules.toSorted());
});
