/**
 * The answer of a live query, the same shape for every query.
 * Rule: only an answer with `complete` may be shown as "there is nothing": before that, this device does not have every row yet.
 */
export type Live<T> =
  | { status: 'loading'; data: undefined; complete: false }
  /** This device could not read its own store. `data` is the fallback that the query declares. */
  | { status: 'error'; data: T | undefined; complete: false; error: unknown }
  | { status: 'ready'; data: T; complete: boolean };

export const LOADING: Live<never> = { status: 'loading', data: undefined, complete: false };

/** The same answer with its data changed by a pure function. */
export function mapLive<T, U>(live: Live<T>, change: (data: T) => U): Live<U> {
  if (live.status === 'loading') return live;
  if (live.status === 'ready') return { ...live, data: change(live.data) };
  return { ...live, data: live.data === undefined ? undefined : change(live.data) };
}
