/** docs/asvs.md answers every requirement of levels 1 and 2, and names what it rests on. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { asvsSections } from '../../fixtures/asvs-ids';

const root = resolve(import.meta.dirname, '../../..');
const text = readFileSync(resolve(root, 'docs/asvs.md'), 'utf8');

interface Row {
  chapter: string;
  id: string;
  requirement: string;
  state: string;
  evidence: string;
}

/** The rows of the chapters „## V<n> …“; other sections have tables of their own. */
const rows: Row[] = text.split(/^## /m).flatMap((section) => {
  const chapter = /^V(\d+) /.exec(section)?.[1];
  if (!chapter) return [];
  return [...section.matchAll(/^\| (?!id |-)(.*) \|$/gm)].map(([, line = '']) => {
    const [id = '', requirement = '', state = '', ...evidence] = line.split(' | ');
    return { chapter, id, requirement, state, evidence: evidence.join(' | ') };
  });
});
const inState = (state: string) => rows.filter((row) => row.state === state);
const idsOf = (list: Row[]) => list.map(({ id }) => id);

/** The files that a row names as code. */
const filesOf = ({ evidence }: Row) =>
  [...evidence.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|md|json|toml))`/g)].map(([, file = '']) => file);

test('every requirement of levels 1 and 2 has a row in its chapter, and no id has two', () => {
  const wanted = Object.entries(asvsSections).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`));
  const ids = idsOf(rows);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(rows.filter(({ id, chapter }) => id.split('.')[0] !== chapter)).toEqual([]);
  // Requirements of level 3 may be listed, and say so.
  expect(rows.filter(({ id, requirement }) => !wanted.includes(id) && !requirement.startsWith('(level 3)'))).toEqual(
    [],
  );
  const chapters = [...text.matchAll(/^## (V\d+) /gm)].map(([, chapter]) => chapter);
  expect(new Set(chapters).size).toBe(chapters.length);
});

test('every row has a state and evidence, and the document counts the states', () => {
  const complete = /^(met|not applicable|open)$/;
  const isWhole = ({ requirement, state, evidence }: Row) =>
    requirement !== '' && complete.test(state) && evidence !== '';
  expect(idsOf(rows.filter((row) => !isWhole(row)))).toEqual([]);
  const counts = /^(\d+) are met, (\d+) not applicable, (\d+) open\./m.exec(text)?.slice(1).map(Number);
  expect(counts).toEqual(['met', 'not applicable', 'open'].map((state) => inState(state).length));
});

test('what is met names a file, and every named file exists', () => {
  expect(idsOf(inState('met').filter((row) => filesOf(row).length === 0))).toEqual([]);
  const missing = rows.flatMap((row) =>
    filesOf(row)
      .filter((file) => !existsSync(resolve(root, file)))
      .map((file) => `${row.id}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test('what is open names its owner and says what is missing', () => {
  const owned = /^\*\*(product owner|operator|maintainers)\*\*: \S.{10,}/;
  expect(idsOf(inState('open').filter(({ evidence }) => !owned.test(evidence)))).toEqual([]);
});
