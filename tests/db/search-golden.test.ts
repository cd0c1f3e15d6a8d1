/** In the seed school, learners' queries find their target among the first hits, and the scores of courses and lessons do not change. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SearchTables } from '@/features/search/queries/documents';
import { SearchIndex } from '@/features/search/queries/search-index';
import { goldenQueries } from '../fixtures/search/golden-queries';
import { seedRows } from '../helpers/seed-rows';

const RECALL = 0.95;
const kinds = ['courses', 'lessons', 'videos', 'tests', 'news', 'news_bodies', 'events'];

/** Expected hits of each query, best first: kind, last digits of the id, match type, score × 1,000. */
type Scores = Record<string, [kind: string, id: string, match: string, score: number][]>;
const frozen = JSON.parse(
  readFileSync(new URL('../fixtures/search/golden-scores.json', import.meta.url), 'utf8'),
) as Scores;

let index: SearchIndex;
beforeAll(async () => {
  const rows = await seedRows();
  const tables: Record<string, readonly Record<string, unknown>[]> = { notes: [] };
  for (const kind of kinds) tables[kind] = rows.get(kind) ?? [];
  index = new SearchIndex(tables as SearchTables, 'premium'); // the seed's rows have the fields of their kinds
});

/** True if the document that the query is meant to find is among the first five hits of its group. */
function isFound(query: string, meant: string): boolean {
  const found = index.search(query);
  const kind = meant.slice(0, meant.indexOf(' '));
  const what = meant.slice(kind.length + 1);
  const group = found.groups.find((one) => one.kind === kind);
  const hits = kind === 'course' || kind === 'video' ? found.hits : (group?.hits ?? []);
  return hits
    .slice(0, 5)
    .some((hit) => hit.kind === kind && (kind === 'caption' ? hit.title.includes(what) : hit.id.endsWith(what)));
}

test('at least 95 % of 200 queries find their target among the first five results', () => {
  const queries = Object.values(goldenQueries).flat();
  expect(queries).toHaveLength(200);
  const missed = queries.filter(([query, meant]) => !isFound(query, meant));
  console.info(`recall@5 ${1 - missed.length / queries.length}; missed: ${missed.map(([query]) => query).join(', ')}`);
  expect(1 - missed.length / queries.length).toBeGreaterThanOrEqual(RECALL);
});

test('every query in another alphabet and every inflected query finds its word', () => {
  const rest = [...(goldenQueries.latin ?? []), ...(goldenQueries.inflected ?? [])];
  expect(rest.filter(([query, meant]) => !isFound(query, meant))).toEqual([]);
});

test.each([
  ['диза', 'дюза'],
  ['diza', 'дюза'],
  ['сллой', 'слой'],
  ['пдпори', 'подпори'],
])('the mistyped short word %s suggests „%s“', (query, meant) => {
  expect(index.search(query).suggestions).toContain(meant);
});

test('the scores of courses and lessons are frozen', () => {
  const now: Scores = Object.fromEntries(
    Object.keys(frozen).map((query) => [
      query,
      index
        .search(query)
        .hits.map(({ kind, id, match, score }) => [kind, id.slice(-2), match, Math.round(score * 1_000)]),
    ]),
  );
  expect(now).toEqual(frozen);
});

/** The courses and lessons that a query finds, and the number of its hits in each other group. */
const found = (query: string) => {
  const { hits, groups } = index.search(query);
  return { hits: new Set(hits.map(({ id }) => id)), groups: groups.map(({ kind, count }) => [kind, count]) };
};

test.each([
  ['pulnezh', 'пълнеж'],
  ['pulnezha', 'пълнежа'],
  ['sloj', 'слой'],
  ['ygyl', 'ъгъл'],
  ['ygul', 'ъгъл'],
  ['pyrvi', 'първи'],
  ['purvi', 'първи'],
  ['pyrv', 'първ'],
  ['pylnej', 'пълнеж'],
  ['фюжън', 'fusion'],
  ['сла\u0438\u0306сер', 'слайсер'],
  ['печа\u0301т', 'печат'],
  ['пе\u00adчат\u200b', 'печат'],
])('%s, as people type or paste it, finds what „%s“ finds', (typed, meant) => {
  expect(found(typed)).toEqual(found(meant));
  expect(found(meant).hits.size + found(meant).groups.length).toBeGreaterThan(0);
});
