import 'fake-indexeddb/auto';
import { createMirror } from '@sync/mirror/mirror';
import type { MirrorDb } from '@sync/mirror/mirror-schema';
import { type RowChange, watchRows } from '@sync/mirror/watch-rows';
import { afterEach, expect, test } from 'vitest';
import { until } from '../helpers/until';

let mirror: MirrorDb;
let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  mirror.close();
});

const row = (n: number, title = `Course ${n}`) => ({
  id: `c${String(n).padStart(4, '0')}`,
  title,
  _scope: 'public',
  _seq: n,
});
const put = (rows: object[]) => mirror.table('courses').bulkPut(rows);

function watch() {
  const changes: RowChange[] = [];
  let reads = 0;
  stop = watchRows(
    mirror,
    ['courses', 'news'],
    (change) => changes.push(change),
    () => reads++,
    (error) => {
      throw error;
    },
  );
  return { changes, caughtUp: (times: number) => until(() => expect(reads).toBeGreaterThanOrEqual(times)) };
}
const idsOf = (changes: readonly RowChange[]) =>
  changes.flatMap(({ put: rows }) => rows.map((one) => (one as { id: string }).id));

test('every row is reported once, in pieces, then only changes [PULL-12]', async () => {
  mirror = createMirror('watch-pieces');
  await put(Array.from({ length: 450 }, (_, n) => row(n)));
  const { changes, caughtUp } = watch();
  await caughtUp(1);
  expect(changes.map(({ put: rows }) => rows.length)).toEqual([200, 200, 50]);
  expect(new Set(idsOf(changes)).size).toBe(450);

  changes.length = 0;
  await put([row(7, 'Renamed')]);
  await caughtUp(2);
  expect(changes).toEqual([{ kind: 'courses', put: [expect.objectContaining({ title: 'Renamed' })], removed: [] }]);

  changes.length = 0;
  await mirror.table('courses').bulkDelete(['c0001', 'c0449']);
  await caughtUp(3);
  expect(changes.flatMap(({ removed }) => removed).sort()).toEqual(['c0001', 'c0449']);
  expect(idsOf(changes)).toEqual([]);
});

test('a change while the rows are read is not lost [PULL-12]', async () => {
  mirror = createMirror('watch-race');
  await put(Array.from({ length: 450 }, (_, n) => row(n)));
  const { changes } = watch();
  await until(() => expect(changes.length).toBeGreaterThan(0));
  await put([row(3, 'Late'), ...Array.from({ length: 60 }, (_, n) => row(1_000 + n))]);
  await mirror.table('courses').delete('c0005');
  await until(() => expect(changes.some(({ removed }) => removed.includes('c0005'))).toBe(true));
  const last = new Map(changes.flatMap(({ put: rows }) => rows.map((one) => [(one as { id: string }).id, one])));
  expect(last.get('c0003')).toMatchObject({ title: 'Late' });
  expect(last.has('c1059')).toBe(true);
});

test('a cleared table reports its rows as removed, and nothing is reported after the end [PULL-12]', async () => {
  mirror = createMirror('watch-clear');
  await put([row(1), row(2)]);
  const { changes, caughtUp } = watch();
  await caughtUp(1);
  await mirror.table('courses').clear();
  await until(() => expect(changes.some(({ removed }) => removed.length === 2)).toBe(true));
  stop?.();
  changes.length = 0;
  await put([row(3)]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(changes).toEqual([]);
});
