/**
 * What the server says of an account's notifications, folded with what the learner did to them.
 * Rule: read or deleted on any device is read or deleted here; nothing becomes unread again.
 */
import type { JournalData } from './journal';
import { localDate } from './local-date';
import type { NotificationRow } from './rows';

/** The notifications that are still there, newest first. */
export function foldNotifications(
  rows: readonly NotificationRow[],
  marks: readonly JournalData['read'][],
): NotificationRow[] {
  const deletedOf = new Map(marks.map(({ notification_id, deleted }) => [notification_id, deleted]));
  return rows
    .filter(({ id }) => !deletedOf.get(id))
    .map((row) => (row.is_read || !deletedOf.has(row.id) ? row : { ...row, is_read: true }))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

export type ReadFilter = 'all' | 'unread' | 'read';
export type TypeFilter = 'all' | NotificationRow['type'];

export const filterNotifications = (
  rows: readonly NotificationRow[],
  read: ReadFilter,
  type: TypeFilter,
): NotificationRow[] =>
  rows.filter((row) => (read === 'all' || row.is_read === (read === 'read')) && (type === 'all' || row.type === type));

/** Rows that are sorted newest first, split into today's and the earlier ones; empty groups are left out. */
export function groupByDay(
  rows: readonly NotificationRow[],
  today: string,
): { group: 'today' | 'earlier'; rows: NotificationRow[] }[] {
  const isToday = (row: NotificationRow) => localDate(Date.parse(row.created_at)) >= today;
  return [
    { group: 'today' as const, rows: rows.filter(isToday) },
    { group: 'earlier' as const, rows: rows.filter((row) => !isToday(row)) },
  ].filter(({ rows: { length } }) => length > 0);
}
