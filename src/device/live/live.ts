/**
 * The result of a live query.
 * Rule: show "empty" only when `complete` is true: before that, this device may lack rows.
 */
export type Live<T> =
  | { status: 'loading'; data: undefined; complete: false }
  /** This device could not read its store. `data` is the query's fallback. */
  | { status: 'error'; data: T | undefined; complete: false; error: unknown }
  | { status: 'ready'; data: T; complete: boolean };

export const LOADING: Live<never> = { status: 'loading', data: undefined, complete: false };

/** Maps the data of a result with a pure function. */
export function mapLive<T, U>(live: Live<T>, change: (data: T) => U): Live<U> {
  if (live.status === 'loading') return live;
  if (live.status === 'ready') return { ...live, data: change(live.data) };
  return { ...live, data: live.data === undefined ? undefined : change(live.data) };
}
