import { newId } from './new-id';

/** Time (ms) within which a second click on a button gets the id of the first click. */
const WINDOW_MS = 2_000;
const last = new Map<string, { id: string; at: number }>();

/** The id of the row that a button creates. Two quick clicks on a button get the same id, so that only one row is created. */
export function pressId(button: string): string {
  const before = last.get(button);
  const now = performance.now();
  const id = before && now - before.at < WINDOW_MS ? before.id : newId();
  last.set(button, { id, at: now });
  return id;
}
