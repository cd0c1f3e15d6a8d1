// How an error of the database is answered. lite knows some SQLSTATEs and calls the rest a fault of its own: 500 with the code "SUP", even for what our
// functions refuse (event_full) and what a constraint forbids. Rule: what the caller got wrong is a 4xx with the database's code, as on a hosted project.
import type { Connection } from '@supabase/lite';

/** The statuses of PostgREST for classes that lite does not know. What is missing here stays a 500. */
const statuses: [RegExp, number][] = [
  [/^P0001$|^23/, 400],
  [/^(28|0L|0P)/, 403],
];
/** Those that lite answers itself, or tells apart by their code. */
const known = /^(23502|23503|23505)$/;

interface DatabaseError extends Error {
  code: string;
  detail?: unknown;
  hint?: unknown;
}
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** A value that cannot be written as the type of its argument, such as an object with a member `toString`; drivers and lite throw what they stumble over. */
const isUnwritable = (error: unknown) =>
  error instanceof Error &&
  /^Invalid input for \w+ type$|^Invalid time value$|toString is not a function$|^The "string" argument must be of type string/.test(
    error.message,
  );

/** The form in which a function of the database names its own answer (PostgREST: raise sqlstate 'PGRST'). */
const answerOf = (status: number, code: string, message: string, details: unknown, hint: unknown) =>
  Object.assign(new Error(JSON.stringify({ code, message, details: details ?? null, hint: hint ?? null })), {
    code: 'PGRST',
    severity: 'ERROR',
    detail: JSON.stringify({ status, headers: {} }),
  });

export function answerRefusals(connection: Connection): void {
  const before = connection.normalizeDbError.bind(connection);
  const after = (thrown: unknown): unknown => {
    const error = before(thrown);
    if (isUnwritable(error)) return answerOf(400, '22P02', 'invalid input syntax', null, null);
    if (!isDatabaseError(error) || known.test(error.code)) return error;
    const status = statuses.find(([codes]) => codes.test(error.code))?.[1];
    return status === undefined ? error : answerOf(status, error.code, error.message, error.detail, error.hint);
  };
  Object.assign(connection, { normalizeDbError: after });
}
