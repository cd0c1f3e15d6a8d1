// A journal deletion is final (`deleted` wins in every merge), so deletions wait here while the undo button „Върнете“ is offered.
import { writeJournal } from '@sync';
import { createStore } from 'zustand/vanilla';

/** Ids that every list of this page hides until their deletion is written or undone. */
export const pendingDeletes = createStore<ReadonlySet<string>>(() => new Set());
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function forget(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  pendingDeletes.setState((pending) => new Set([...pending].filter((other) => other !== id)), true);
}

/** Writes the deletion; on failure, calls `onError` and the notification is shown again. */
async function write(id: string, onError: (error: unknown) => void): Promise<void> {
  clearTimeout(timers.get(id));
  try {
    await writeJournal('read', id, () => ({ notification_id: id, deleted: true }));
  } catch (error) {
    onError(error);
  }
  forget(id);
}

// Write pending deletions at once when the page closes, because the timers would be lost.
if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => {
    for (const id of timers.keys()) void write(id, (error) => console.error('A deletion was not stored:', error));
  });

/**
 * Hides a notification at once and deletes it after `delay` (ms).
 * @returns an undo function; it does nothing after the deletion was written
 */
export function deleteNotification(id: string, delay: number, onError: (error: unknown) => void): () => void {
  pendingDeletes.setState((pending) => new Set([...pending, id]), true);
  timers.set(
    id,
    setTimeout(() => void write(id, onError), delay),
  );
  return () => {
    if (timers.has(id)) forget(id);
  };
}
