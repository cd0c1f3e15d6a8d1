import { writeJournal } from '@sync';

/** Marks a notification as read, on every device of the account. */
export async function markRead(id: string): Promise<void> {
  await writeJournal('read', id, (before) => before?.data ?? { notification_id: id, deleted: false });
}

/** Marks each of these as read. Those before one that could not be written stay read. */
export async function markAllRead(ids: readonly string[]): Promise<void> {
  for (const id of ids) await markRead(id);
}
