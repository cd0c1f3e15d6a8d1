import { useStore } from 'zustand';
import { type Live, mapLive } from '@/device/live/live';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import type { NotificationRow } from '@/shared/rows';
import { foldNotifications } from '../rules';
import { pendingDeletes } from './pending-deletes';

// Sorts the rows here although `useNotifications` sorts them again after each journal change, because sorting rows that are in order is fast.
const allNotifications = localQuery(
  'Failed to fetch notifications:',
  ['account'],
  async ({ mirror }) => foldNotifications(await mirror.notifications.toArray(), []),
  { remember: true },
);

/** The account's notifications, newest first, with this device's unsent changes (read, deleted) applied. */
export function useNotifications(): Live<NotificationRow[]> {
  const marks = useJournalDocs('read');
  const hidden = useStore(pendingDeletes);
  return mapLive(useLive(allNotifications), (rows) =>
    foldNotifications(
      rows,
      (marks ?? []).map(({ data }) => data),
    ).filter(({ id }) => !hidden.has(id)),
  );
}

/** Number of unread notifications. A notification that was read or deleted on this device does not count, even before the server knows it. */
export const useUnreadCount = (): Live<number> =>
  mapLive(useNotifications(), (rows) => rows.filter(({ is_read }) => !is_read).length);
