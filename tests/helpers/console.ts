/** Calls of the console in database tests: they run as an account and are committed. */
import { as, type Session } from './database';

interface Account {
  uid: string;
}

/** Calls a function of the schema public as an account and commits its writes. @returns the function's result. */
export async function ask<T = Record<string, unknown>>(
  session: Session,
  { uid }: Account,
  expression: string,
): Promise<T> {
  const [row] = await as(session, { role: 'authenticated', uid }, (own) =>
    own.query<{ answer: T }>(`select public.${expression} as answer`),
  );
  return row?.answer as T;
}

/** Runs a statement as an account and commits it. */
export const write = (session: Session, { uid }: Account, sql: string) =>
  as(session, { role: 'authenticated', uid }, (own) => own.query(sql));

/** The body of a document in a scope's feed; undefined if the scope does not contain it. */
export async function published(session: Session, scope: string, kind: string, id: string) {
  const [row] = await session.query<{ body: Record<string, unknown> | null }>(
    'select body from sync.feed where scope = $1 and kind = $2 and row_id = $3',
    [scope, kind, id],
  );
  return row?.body ?? undefined;
}
