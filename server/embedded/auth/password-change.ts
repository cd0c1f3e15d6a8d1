/**
 * Sets a new password. It ends every other session and every link of the account.
 * Rule: while the address is unproven, links that a visitor requested stay, so that a stranger's session cannot keep the owner of the address out.
 * Rule: only a session that still exists may set one, so hash first and look under the account's lock.
 * Rule: a stolen token must not take the account over, so the session must be new or know the current password.
 */
import { compare, hash } from 'bcryptjs';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import type { Run } from '../contract/database';
import { endSessions, lockSession, sessionOf } from './account-lock';
import { closeLinks, closeLinksOfSessions } from './open-links';
import { faultOfPassword, type PasswordFault } from './password-quality';

/** Cost factor of bcrypt; equals lite's. */
export const HASH_COST = 10;
/** How long after its sign-in a session may set a password without the current one (min). The app signs in again before it sends the new one. */
const FRESH_MINUTES = 5;

type Rejected = PasswordFault | 'reauthenticate' | 'wrong_current' | 'same' | 'no_session';

async function isFresh(run: Run, caller: Caller): Promise<boolean> {
  const [row] = await run(
    'select created_at > now() - make_interval(mins => $2) as fresh from auth.sessions where id = $1',
    [sessionOf(caller), FRESH_MINUTES],
  );
  return row?.fresh === true;
}

/** @param current the current password, which a session may name instead of being new @returns the reason why the password was not set, or undefined on success */
export async function changePassword(
  { database, endedSessions }: Pick<Backend, 'database' | 'endedSessions'>,
  caller: Caller,
  password: string,
  current: string | undefined,
): Promise<Rejected | undefined> {
  // Without this, an ended session could guess the password: the rejection says whether it is the current one.
  const found = await database.transaction(async (run) => {
    const locked = await lockSession(run, caller);
    return locked && { account: locked, fresh: await isFresh(run, caller) };
  });
  if (!found) return 'no_session';
  const { account, fresh } = found;
  if (current !== undefined) {
    if (!account.passwordHash || !(await compare(current, account.passwordHash))) return 'wrong_current';
  } else if (!fresh) return 'reauthenticate';
  const fault = faultOfPassword(password);
  if (fault) return fault;
  if (account.passwordHash && (await compare(password, account.passwordHash))) return 'same';
  const hashed = await hash(password, HASH_COST);
  const ended = await database.transaction(async (run) => {
    const locked = await lockSession(run, caller);
    if (!locked) return undefined;
    await run('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [locked.id, hashed]);
    await (locked.proven ? closeLinks : closeLinksOfSessions)(run, locked.id);
    return endSessions(run, locked.id, sessionOf(caller));
  });
  if (!ended) return 'no_session';
  endedSessions.add(ended);
  return undefined;
}
