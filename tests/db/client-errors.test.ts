import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from '../helpers/database';

// The table of the app's errors groups reports and stays small.

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
}, 120_000);
afterAll(() => database.close());
beforeEach(() => database.query('delete from public.client_errors'));

const report = (build: string, message: string, route = '/store', stack = 'run assets/app.js:1:2') =>
  database.query('select public.report_client_error($1, $2, $3, $4)', [build, message, route, stack]);

it('counts reports with the same build and message, and keeps the newest route and stack', async () => {
  await report('1a2b', 'TypeError: x');
  await report('1a2b', 'TypeError: x', '/cart', 'pay assets/cart.js:3:4');
  await report('3c4d', 'TypeError: x');
  await report('1a2b', 'RangeError: y');
  const rows = await database.query(
    'select build, message, reports, route, stack, last_at > first_at as moved from public.client_errors order by build, message desc',
  );
  expect(rows).toEqual([
    {
      build: '1a2b',
      message: 'TypeError: x',
      reports: 2,
      route: '/cart',
      stack: 'pay assets/cart.js:3:4',
      moved: true,
    },
    {
      build: '1a2b',
      message: 'RangeError: y',
      reports: 1,
      route: '/store',
      stack: 'run assets/app.js:1:2',
      moved: false,
    },
    {
      build: '3c4d',
      message: 'TypeError: x',
      reports: 1,
      route: '/store',
      stack: 'run assets/app.js:1:2',
      moved: false,
    },
  ]);
});

it('keeps 500 errors and drops the one that was reported the longest ago', async () => {
  await database.query(
    `insert into public.client_errors (build, message, route, stack, last_at)
     select '1a2b', 'Error ' || n, '/', '', now() - n * interval '1 minute' from generate_series(1, 500) n`,
  );
  await report('1a2b', 'Error 500');
  await report('1a2b', 'Error 501');
  const [row] = await database.query(
    `select count(*)::int as count, bool_or(message = 'Error 499') as oldest, bool_and(message <> 'Error 499') as dropped,
       bool_or(message = 'Error 500') as repeated from public.client_errors`,
  );
  expect(row).toEqual({ count: 500, oldest: false, dropped: true, repeated: true });
});
