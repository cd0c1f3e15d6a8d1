/**
 * Signs in with a password and answers as a hosted project does.
 * Rule: neither the text nor the timing of a rejection reveals whether the account exists. Compare a hash in every case.
 */
import { compare } from 'bcryptjs';
import type { Backend } from '../contract/backend';

/** A bcrypt hash that no password matches, with the same cost as lite's hashes. */
const NOBODY = '$2b$10$P5UxTKBTr7tOCuotbuXqKO4FQjO5tiIBUonBcuNk6sohhCcva1kly';

const wrong = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

/** @param work forwards to the auth service, which compares the password only for confirmed accounts. */
export async function signInWithPassword(
  { database }: Pick<Backend, 'database'>,
  email: string,
  password: unknown,
  work: () => Promise<Response>,
): Promise<Response> {
  if (typeof password !== 'string' || password === '') return wrong();
  const [account] = await database.run('select encrypted_password, confirmed_at from auth.users where email = $1', [
    email,
  ]);
  const hash = typeof account?.encrypted_password === 'string' ? account.encrypted_password : undefined;
  if (hash && account?.confirmed_at) return work();
  const right = await compare(password, hash ?? NOBODY);
  return hash && right ? work() : wrong();
}
