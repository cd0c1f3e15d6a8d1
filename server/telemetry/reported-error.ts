/** An error whose message may be logged and stored, because it contains no personal data: a code, a count, a route. */
export class ReportedError extends Error {
  override name = 'ReportedError';
}

/** The loggable description of an error. Rule: log only name and code of an unknown error, because its message may contain personal data. */
export function loggedReason(error: unknown): string {
  if (error instanceof ReportedError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? `${error.name}: ${String(error.code)}` : error.name;
}
