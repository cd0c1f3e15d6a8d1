/**
 * The lock of an account: whatever reads or changes its address, password, sessions or links together holds the lock until its transaction ends.
 * Rule: read nothing of the account before the lock that a decision under the lock depends on.
 */
import type { Caller } from '../../http/tokens';
import type { Run } from '../contract/database';

export interface LockedAccount {
  id: string;
  email: string;
  /** True if somebody has opened a link that was sent to the address. */
  proven: boolean;
  /** The bcrypt hash; undefined if no password is set. */
  passwordHash: string | undefined;
}

async function lock(run: Run, where: string, value: string): Promise<LockedAccount | undefined> {
  const [row] = await run(
    `select id, email, email_confirmed_at, encrypted_password from auth.users where ${where} for update`,
    [value],
  );
  const hash = row?.encrypted_password;
  return (
    row && {
      id: String(row.id),
      email: String(row.email),
      proven: row.email_confirmed_at != null,
      passwordHash: typeof hash === 'string' && hash !== '' ? hash : undefined,
    }
  );
}

export const lockAccount = (run: Run, uid: string) => lock(run, 'id = $1', uid);
export const lockAddress = (run: Run, email: string) => lock(run, 'email = $1', email);

/** The session of a caller's access token; undefined for visitors. */
export const sessionOf = ({ claims }: Caller): string | undefined =>
  typeof claims?.session_id === 'string' ? claims.session_id : undefined;

/** Locks the account of a session. @returns undefined if the session has ended */
export async function lockSession(run: Run, caller: Caller): Promise<LockedAccount | undefined> {
  const session = sessionOf(caller);
  if (!caller.uid || !session) return undefined;
  const account = await lockAccount(run, caller.uid);
  const sessions = await run('select 1 as found from auth.sessions where id = $1 and user_id = $2', [
    session,
    caller.uid,
  ]);
  return sessions.length > 0 ? account : undefined;
}

/** Ends the sessions of an account, except one. @returns the ids of the ended sessions */
export async function endSessions(run: Run, uid: string, except?: string): Promise<string[]> {
  const ended = await run(
    'delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid returning id',
    [uid, except ?? null],
  );
  return ended.map(({ id }) => String(id));
}
