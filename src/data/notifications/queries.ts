import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorQuery } from '@/data/session/use-mirror-query';

/** Notifications that neither the server nor this device knows as read or deleted. */
export function useUnreadCount(): number {
  const unread = useMirrorQuery(async (mirror) => (await mirror.notifications.toArray()).filter(({ is_read }) => !is_read).map(({ id }) => id));
  const marks = useJournalDocs('read');
  const read = new Set(marks?.map(({ data }) => data.notification_id));
  return unread?.filter((id) => !read.has(id)).length ?? 0;
}
