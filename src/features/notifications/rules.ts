/**
 * The server's notifications merged with the learner's actions.
 * Rule: read or deleted on any device means read or deleted here; nothing becomes unread again.
 */

import type { JournalData } from '@/shared/journal';
import { localDate } from '@/shared/local-date';
import type { NotificationRow } from '@/shared/rows';
import { compareText } from '@/shared/text-order';

/** Notifications that are not deleted, newest first. */
export function foldNotifications(
  rows: readonly NotificationRow[],
  marks: readonly JournalData['read'][],
): NotificationRow[] {
  const deletedOf = new Map(marks.map(({ notification_id, deleted }) => [notification_id, deleted]));
  return rows
    .filter(({ id }) => !deletedOf.get(id))
    .map((row) => (row.is_read || !deletedOf.has(row.id) ? row : { ...row, is_read: true }))
    .sort((a, b) => compareText(b.created_at, a.created_at) || compareText(b.id, a.id));
}

/** Unread achievements and certificates that are not among the known ids, oldest first. */
export const newAwards = (rows: readonly NotificationRow[], known: ReadonlySet<string>): NotificationRow[] =>
  rows.filter(({ id, topic, is_read }) => topic === 'achievement' && !is_read && !known.has(id)).reverse();

export type ReadFilter = 'all' | 'unread' | 'read';
export type TypeFilter = 'all' | NotificationRow['type'];

export const filterNotifications = (
  rows: readonly NotificationRow[],
  read: ReadFilter,
  type: TypeFilter,
): NotificationRow[] =>
  rows.filter((row) => (read === 'all' || row.is_read === (read === 'read')) && (type === 'all' || row.type === type));

/** Splits rows (newest first) into today's and earlier ones; omits empty groups. */
export function groupByDay(
  rows: readonly NotificationRow[],
  today: string,
): { group: 'today' | 'earlier'; rows: NotificationRow[] }[] {
  // Today's rows come first, so that the dates of thousands of earlier ones need no conversion.
  const found = rows.findIndex(({ created_at }) => localDate(Date.parse(created_at)) < today);
  const ofToday = found < 0 ? rows.length : found;
  return [
    { group: 'today' as const, rows: rows.slice(0, ofToday) },
    { group: 'earlier' as const, rows: rows.slice(ofToday) },
  ].filter(({ rows: { length } }) => length > 0);
}
