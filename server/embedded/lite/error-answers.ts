// Maps database errors to HTTP answers. lite handles a few SQLSTATEs and answers 500 with the code "SUP" to the rest, even to errors that our
// functions raise (event_full) and to violated constraints. Rule: an error of the caller is a 4xx with the database's code, as on a hosted project.
import type { Connection } from '@supabase/lite';

/** PostgREST's statuses for classes that lite does not handle. Any other code stays a 500. */
const statuses: [RegExp, number][] = [
  [/^P0001$|^23/, 400],
  [/^(28|0L|0P)/, 403],
];
/** The status that a function of the database names in its SQLSTATE, such as PT409. */
const namedStatus = (code: string) => (/^PT[45]\d\d$/.test(code) ? Number(code.slice(2)) : undefined);
/** Codes that lite answers or distinguishes itself. */
const known = /^(23502|23503|23505)$/;

interface DatabaseError extends Error {
  code: string;
  detail?: unknown;
  hint?: unknown;
}
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** True when a value cannot be converted to the type of its argument, such as an object with a member `toString`: drivers and lite throw their own errors for it. */
const isUnwritable = (error: unknown) =>
  error instanceof Error &&
  /^Invalid input for \w+ type$|^Invalid time value$|toString is not a function$|^The "string" argument must be of type string/.test(
    error.message,
  );

/** How a database function chooses its own answer (PostgREST: raise sqlstate 'PGRST'). */
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
