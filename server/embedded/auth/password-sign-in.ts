/**
 * Signs in with a password and answers as a hosted project does.
 * Rule: neither the text nor the timing of a rejection reveals whether the account exists. Compare a hash in every case.
 */
import { compare } from 'bcryptjs';
import * as v from 'valibot';
import type { Backend } from '../contract/backend';
import { sessionOf } from './account-lock';

/** A bcrypt hash that no password matches, with the same cost as lite's hashes. */
const NOBODY = '$2b$10$P5UxTKBTr7tOCuotbuXqKO4FQjO5tiIBUonBcuNk6sohhCcva1kly';

const sessionSchema = v.object({ access_token: v.string() });

const wrong = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

/** @param work forwards to the auth service, which compares the password only for confirmed accounts. */
export async function signInWithPassword(
  { database, callerOf }: Pick<Backend, 'database' | 'callerOf'>,
  email: string,
  password: unknown,
  work: () => Promise<Response>,
): Promise<Response> {
  if (typeof password !== 'string' || password === '') return wrong();
  const [account] = await database.run('select id, encrypted_password, confirmed_at from auth.users where email = $1', [
    email,
  ]);
  const hash = typeof account?.encrypted_password === 'string' ? account.encrypted_password : undefined;
  if (!hash || !account?.confirmed_at) {
    const right = await compare(password, hash ?? NOBODY);
    return hash && right ? work() : wrong();
  }
  const answer = await work();
  if (!answer.ok) return answer;
  // The password may have ended while lite compared it: then the session must not outlive it.
  const [now] = await database.run('select encrypted_password from auth.users where id = $1', [account.id]);
  if (now?.encrypted_password === hash) return answer;
  const { access_token } = v.parse(sessionSchema, await answer.json());
  const caller = await callerOf(access_token);
  const session = caller && sessionOf(caller);
  if (session) await database.run('delete from auth.sessions where id = $1', [session]);
  return wrong();
}
