/** The query of a link that opens a lesson at a moment (s). */
export const timeSearch = (seconds: number) => `?t=${Math.round(seconds * 10) / 10}`;

/** The moment (s) that `t` names in the query of a lesson's URL; undefined if `t` is missing or invalid. */
export function momentOf(query: URLSearchParams): number | undefined {
  const seconds = Number(query.get('t') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
