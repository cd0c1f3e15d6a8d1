/**
 * Changes an e-mail address that is not confirmed. The new address is pending until a link that is sent to it is opened; until then the account
 * keeps its former one. The pending address is an open link (open-links.ts), so it ends with the link and with the account.
 * Rule: the answer, its delay and every later answer are the same whether another account has the address or not. Only an e-mail to the address
 * tells.
 * Rule: a stolen session must not take the account over, so the change needs the current password.
 */
import { setTimeout as after } from 'node:timers/promises';
import { compare } from 'bcryptjs';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { lockSession, sessionOf } from './account-lock';
import { ANSWER_MS } from './mail-links';
import { createLink, endAddressChange } from './open-links';

type Rejected = 'no_session' | 'proven' | 'wrong_current';

/** @param landing URL that the link opens @returns the reason why no e-mail was sent, or undefined on success */
export async function changeAddress(
  { database, mailbox }: Pick<Backend, 'database' | 'mailbox'>,
  caller: Caller,
  { email, current }: { email: string; current: string },
  landing: string,
): Promise<Rejected | undefined> {
  const alike = after(ANSWER_MS);
  const found = await database.transaction((run) => lockSession(run, caller));
  if (!found) return 'no_session';
  if (found.proven) return 'proven';
  if (!found.passwordHash || !(await compare(current, found.passwordHash))) return 'wrong_current';
  const change = await database.transaction(async (run) => {
    const account = await lockSession(run, caller);
    if (!account) return 'no_session';
    if (account.proven) return 'proven';
    // The password changed while it was compared.
    if (account.passwordHash !== found.passwordHash) return 'wrong_current';
    await endAddressChange(run, account.id);
    const others = await run('select 1 as found from auth.users where lower(email) = $1 and id <> $2', [
      email,
      account.id,
    ]);
    if (others.length > 0) return { token: undefined };
    return { token: await createLink(run, { id: account.id, email }, 'email_change', sessionOf(caller)) };
  });
  if (typeof change === 'string') return change;
  if (change.token === undefined) mailbox.post(email, 'address-taken', landing);
  else mailbox.post(email, 'address-change', landing, change.token);
  await alike;
  return undefined;
}
