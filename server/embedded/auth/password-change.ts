/**
 * Sets a new password. It ends every other session and every link of the account.
 * Rule: while the address is unproven, links that a visitor requested stay, so that a stranger's session cannot keep the owner of the address out.
 * Rule: only a session that still exists may set one, so hash first and look under the account's lock.
 */
import { compare, hash } from 'bcryptjs';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { endSessions, lockSession, sessionOf } from './account-lock';
import { closeLinks, closeLinksOfSessions } from './open-links';
import { faultOfPassword, type PasswordFault } from './password-quality';
import { provenAccount, type Unproven } from './reauthentication';

/** Cost factor of bcrypt; equals lite's. */
export const HASH_COST = 10;
type Rejected = PasswordFault | Unproven | 'same';

/** @param current the current password, which a session may name instead of being new @returns the reason why the password was not set, or undefined on success */
export async function changePassword(
  { database, endedSessions }: Pick<Backend, 'database' | 'endedSessions'>,
  caller: Caller,
  password: string,
  current: string | undefined,
): Promise<Rejected | undefined> {
  const account = await provenAccount({ database }, caller, current);
  if (typeof account === 'string') return account;
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
