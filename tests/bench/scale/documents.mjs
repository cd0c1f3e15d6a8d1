// What an active learner writes.
import { randomUUID } from 'node:crypto';
import { LESSON } from './sizes.mjs';

/** A new note of an account on a lesson. */
export function note(account) {
  const at = Date.now();
  const text = `Бележка на ${account}: при 0,2 mm слой стената държи, ако дюзата е с десет градуса по-гореща.`;
  return {
    id: `note/${randomUUID()}`,
    kind: 'note',
    at,
    active_on: new Date(at).toISOString().slice(0, 10),
    rev: 0,
    data: { video_id: LESSON, versions: [{ at, text, position: 1_000, deleted: false }] },
  };
}
