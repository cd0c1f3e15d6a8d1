/** The console's calls in database tests: by an account, committed, with the answer. */
import { as, type Session } from './database';

interface Account {
  uid: string;
}

/** @returns what a function of the schema public answers to an account; its writes stay. */
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

/** Runs a statement with the rights of an account. */
export const write = (session: Session, { uid }: Account, sql: string) =>
  as(session, { role: 'authenticated', uid }, (own) => own.query(sql));

/** The body of a document in a scope; undefined when it is not there. */
export async function published(session: Session, scope: string, kind: string, id: string) {
  const [row] = await session.query<{ body: Record<string, unknown> | null }>(
    'select body from sync.feed where scope = $1 and kind = $2 and row_id = $3',
    [scope, kind, id],
  );
  return row?.body ?? undefined;
}
