/**
 * Signing in with a password, as a hosted project answers it.
 * Rule: who does not know the password learns nothing of the account: not by the text, and not by the time, for a password is compared in each case.
 */
import { compare } from 'bcryptjs';
import type { Backend } from '../contract/backend';

/** What nobody's password gives, at the cost that lite hashes with. */
const NOBODY = '$2b$10$P5UxTKBTr7tOCuotbuXqKO4FQjO5tiIBUonBcuNk6sohhCcva1kly';

const wrong = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

/** @param work lets the auth service sign in; it compares the password of a confirmed account alone. */
export async function signInWithPassword(
  { database }: Pick<Backend, 'database'>,
  email: string,
  password: unknown,
  work: () => Promise<Response>,
): Promise<Response> {
  if (typeof password !== 'string' || password === '') return wrong();
  const [account] = await database.run(
    'select encrypted_password, email_confirmed_at from auth.users where email = $1',
    [email],
  );
  const hash = typeof account?.encrypted_password === 'string' ? account.encrypted_password : undefined;
  if (hash && account?.email_confirmed_at) return work();
  const right = await compare(password, hash ?? NOBODY);
  return hash && right ? work() : wrong();
}
