/**
 * What the server says of an account's notifications, folded with what the learner did to them.
 * Rule: read or deleted on any device is read or deleted here; nothing becomes unread again.
 */
import type { JournalData } from './journal';
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
