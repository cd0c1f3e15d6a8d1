/** An error whose message may be logged and stored, because it contains no personal data: a code, a count, a route. */
export class ReportedError extends Error {
  override name = 'ReportedError';
}

/** What may be logged about an error. Rule: messages of unknown errors may contain personal data, so only their kind and code are kept. */
export function loggedReason(error: unknown): string {
  if (error instanceof ReportedError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? `${error.name}: ${String(error.code)}` : error.name;
}
