/** Recognises a full disk. No other file looks for quota errors. */

/** The names of an error and of its causes: Dexie reports a full disk as the `inner` cause of an aborted transaction. */
export function errorNames(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name, inner } = error as { name?: unknown; inner?: unknown }; // Dexie's errors carry `inner`
  return [String(name), ...errorNames(inner)];
}

/** True if the browser has no storage left for this origin. */
export const isQuotaError = (error: unknown): boolean => errorNames(error).includes('QuotaExceededError');
