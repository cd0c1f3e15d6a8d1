/**
 * Rule: a stolen token must not take an account over, so whatever changes how the account signs in needs a session that is new or the current
 * password.
 */
import { compare } from 'bcryptjs';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { type LockedAccount, lockSession, sessionOf } from './account-lock';

/** How long after its sign-in a session needs no password (min). The app signs in again before such a change. */
const FRESH_MINUTES = 5;

export type Unproven = 'no_session' | 'reauthenticate' | 'wrong_current';

/**
 * Compares outside a transaction, because a hash takes long; the caller locks the session again before it writes.
 * @param current the current password, which a session may name instead of being new
 */
export async function provenAccount(
  { database }: Pick<Backend, 'database'>,
  caller: Caller,
  current: string | undefined,
): Promise<LockedAccount | Unproven> {
  // Without this, an ended session could guess the password: the rejection says whether it is the current one.
  const found = await database.transaction(async (run) => {
    const account = await lockSession(run, caller);
    const [row] = await run(
      'select created_at > now() - make_interval(mins => $2) as fresh from auth.sessions where id = $1',
      [sessionOf(caller), FRESH_MINUTES],
    );
    return account && { account, fresh: row?.fresh === true };
  });
  if (!found) return 'no_session';
  const { account, fresh } = found;
  if (current === undefined) return fresh ? account : 'reauthenticate';
  return account.passwordHash && (await compare(current, account.passwordHash)) ? account : 'wrong_current';
}
