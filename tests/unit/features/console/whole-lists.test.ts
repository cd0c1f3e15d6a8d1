// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { certificateList, testNames } from '@/features/certificates/console/requests';
import { eventList, newsList } from '@/features/console-kit/requests/content';
import { loadCourses } from '@/features/console-kit/requests/courses';
import { answer, startConsole, stopConsole } from './console-backend';

// The server answers with at most 1,000 rows (`max_rows`), so that a longer list needs several requests.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
beforeEach(startConsole);
afterEach(stopConsole);

const MAX_ROWS = 1_000;
/** Answers like a table of `count` rows. */
const table = (name: string, count: number, row: object) =>
  answer(`GET ${name}`, (query: URLSearchParams) => {
    const from = Number(query.get('offset') ?? 0);
    const length = Math.min(MAX_ROWS, Number(query.get('limit') ?? Infinity), Math.max(0, count - from));
    // The last sort column is unique, so that no row is on two pages.
    expect(query.get('order')).toMatch(/(^|,)id\.asc$/);
    return Array.from({ length }, (_, index) => ({ ...row, id: `row-${from + index}` }));
  });

test.each<[string, number, () => Promise<readonly object[]>]>([
  ['news', 2_500, newsList],
  ['news', 2_000, newsList],
  ['events', 1_001, eventList],
  ['tests', 1_500, testNames],
])('the list of %s with %i rows is whole', async (name, count, list) => {
  table(name, count, {});
  const rows = (await list()) as readonly { id: string }[];
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
});

test('an empty list is empty', async () => {
  answer('GET certificates', []);
  expect(await certificateList()).toEqual([]);
});

test('a course counts its lessons beyond the first 1,000', async () => {
  table('courses', 1, {});
  table('course_templates', 0, {});
  table('videos', 1_200, { course_id: 'row-0' });
  expect((await loadCourses()).lessons).toEqual({ 'row-0': 1_200 });
});
