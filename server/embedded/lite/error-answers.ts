// Maps database errors to HTTP responses. lite answers most SQLSTATEs with 500 and the code "SUP", even an error that our own function raises
// (event_full) or a violated check constraint. Rule: an error that the caller causes gets a 4xx with the database's code, as on a hosted project.
import type { Connection } from '@supabase/lite';

/** PostgREST's HTTP statuses for SQLSTATEs that lite does not handle. The response to any other code remains 500. */
const statuses: [RegExp, number][] = [
  [/^P0001$|^23/, 400],
  [/^(28|0L|0P)/, 403],
  // A view that cannot be changed, such as public.users.
  [/^55000$/, 405],
];
/** The HTTP status that a database function chose by its SQLSTATE, such as PT409. */
const namedStatus = (code: string) => (/^PT[45]\d\d$/.test(code) ? Number(code.slice(2)) : undefined);
/** SQLSTATEs that lite handles itself. */
const known = /^(23502|23503|23505)$/;

interface DatabaseError extends Error {
  code: string;
  detail?: unknown;
  hint?: unknown;
}
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** True if a driver or lite could not convert a value to the argument's type, for example an object with a member `toString`. */
const isUnwritable = (error: unknown) =>
  error instanceof Error &&
  /^Invalid input for \w+ type$|^Invalid time value$|toString is not a function$|^Cannot convert object to primitive value$|^The "string" argument must be of type string/.test(
    error.message,
  );

/** Builds an error that states its own HTTP response, in the form that PostgREST offers to database functions (raise sqlstate 'PGRST'). */
const answerOf = (status: number, code: string, message: string, details: unknown, hint: unknown) =>
  Object.assign(new Error(JSON.stringify({ code, message, details: details ?? null, hint: hint ?? null })), {
    code: 'PGRST',
    severity: 'ERROR',
    detail: JSON.stringify({ status, headers: {} }),
  });

export function mapDatabaseErrors(connection: Connection): void {
  const before = connection.normalizeDbError.bind(connection);
  const after = (thrown: unknown): unknown => {
    const error = before(thrown);
    if (isUnwritable(error)) return answerOf(400, '22P02', 'invalid input syntax', null, null);
    if (!isDatabaseError(error) || known.test(error.code)) return error;
    const status = namedStatus(error.code) ?? statuses.find(([codes]) => codes.test(error.code))?.[1];
    return status === undefined ? error : answerOf(status, error.code, error.message, error.detail, error.hint);
  };
  Object.assign(connection, { normalizeDbError: after });
}
