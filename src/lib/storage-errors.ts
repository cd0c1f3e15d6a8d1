/** Recognises a full disk. The only place that looks for a quota error, whoever threw it. */

/** Names of an error and of its causes: Dexie reports a full disk as the `inner` cause of an aborted transaction. */
export function errorNames(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name, inner } = error as { name?: unknown; inner?: unknown }; // Dexie's errors carry `inner`
  return [String(name), ...errorNames(inner)];
}

/** The browser has no room left for this origin. */
export const isQuotaError = (error: unknown): boolean => errorNames(error).includes('QuotaExceededError');
