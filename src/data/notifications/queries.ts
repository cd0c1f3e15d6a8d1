import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { foldNotifications } from '@/domain/notifications';
import type { NotificationRow } from '@/domain/rows';

/** What a device that cannot read its own store has to say for itself. */
const UNREADABLE = 'unreadable';

/** The account's notifications, newest first, live; undefined until read, null when this device could not read them. */
export function useNotifications(): NotificationRow[] | null | undefined {
  const rows = useMirrorQuery(async (mirror) => {
    try {
      return await mirror.notifications.toArray();
    } catch (error) {
      console.error('Failed to fetch notifications:', error);
      return UNREADABLE;
    }
  });
  const marks = useJournalDocs('read');
  if (rows === UNREADABLE) return null;
  return (
    rows &&
    foldNotifications(
      rows,
      (marks ?? []).map(({ data }) => data),
    )
  );
}

/** Notifications that neither the server nor this device knows as read or deleted; undefined until read, null when this device could not read them. */
export function useUnreadCount(): number | null | undefined {
  const rows = useNotifications();
  if (!rows) return rows;
  return rows.filter(({ is_read }) => !is_read).length;
}
