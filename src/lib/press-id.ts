import { newId } from './new-id';

/** A second press of a button within this time (ms) refers to the same row. */
const WINDOW_MS = 2_000;
const last = new Map<string, { id: string; at: number }>();

/** The id of the row that a button creates. A button that is pressed twice gets the same id, so that one row is created. */
export function pressId(button: string): string {
  const before = last.get(button);
  const now = Date.now();
  const id = before && now - before.at < WINDOW_MS ? before.id : newId();
  last.set(button, { id, at: now });
  return id;
}
