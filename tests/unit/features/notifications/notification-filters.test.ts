import { expect, test } from 'vitest';
import { filterNotifications, groupByDay } from '@/features/notifications/rules';
import type { NotificationRow } from '@/shared/rows';

const row = (id: string, type: NotificationRow['type'], is_read: boolean, created_at: string) =>
  ({ id, title: id, message: '', type, link: null, is_read, created_at }) as NotificationRow;
const rows = [
  row('a', 'info', false, '2026-11-23T10:00:00'),
  row('b', 'error', true, '2026-11-23T00:00:00'),
  row('c', 'info', true, '2026-11-22T23:59:59'),
];

test.each([
  ['all', 'all', ['a', 'b', 'c']],
  ['unread', 'all', ['a']],
  ['read', 'all', ['b', 'c']],
  ['read', 'info', ['c']],
  ['unread', 'error', []],
] as const)('filters %s and %s show %j', (read, type, ids) => {
  expect(filterNotifications(rows, read, type).map(({ id }) => id)).toEqual(ids);
});

test('rows are grouped into today and earlier, without empty groups', () => {
  const groups = groupByDay(rows, '2026-11-23').map(({ group, rows: of }) => [group, of.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['today', ['a', 'b']],
    ['earlier', ['c']],
  ]);
  expect(groupByDay(rows, '2026-11-24').map(({ group }) => group)).toEqual(['earlier']);
});
