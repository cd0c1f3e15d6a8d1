/** `?t=` of a link into a lesson (s). */
export const timeSearch = (seconds: number) => `?t=${Math.round(seconds * 10) / 10}`;

/** The moment that a query names. */
export function momentOf(query: URLSearchParams): number | undefined {
  const seconds = Number(query.get('t') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
