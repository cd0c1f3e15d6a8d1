/**
 * Signs in with a password, and registers, as a hosted project does.
 * Rule: neither the text nor the timing of a rejected sign-in reveals whether the account exists. Compare a hash in every case.
 * Rule: a session never outlives the password that started it. lite takes no lock, so check the account after lite has stored the session.
 */
import { compare } from 'bcryptjs';
import * as v from 'valibot';
import type { Backend } from '../contract/backend';
import { sessionOf } from './account-lock';
import { isTooLongPassword } from './password-quality';

/** A bcrypt hash that no password matches, with the same cost as lite's hashes. */
const NOBODY = '$2b$10$P5UxTKBTr7tOCuotbuXqKO4FQjO5tiIBUonBcuNk6sohhCcva1kly';

const sessionSchema = v.object({ access_token: v.string() });

const wrong = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

type Sessions = Pick<Backend, 'database' | 'callerOf'>;

async function endSessionOf({ database, callerOf }: Sessions, answer: Response): Promise<void> {
  const { access_token } = v.parse(sessionSchema, await answer.json());
  const caller = await callerOf(access_token);
  const session = caller && sessionOf(caller);
  if (session) await database.run('delete from auth.sessions where id = $1', [session]);
}

/** @param work forwards to the auth service, which compares the password only for confirmed accounts. */
export async function signInWithPassword(
  backend: Sessions,
  email: string,
  password: unknown,
  work: () => Promise<Response>,
): Promise<Response> {
  const { database } = backend;
  if (typeof password !== 'string' || password === '') return wrong();
  const [account] = await database.run('select id, encrypted_password, confirmed_at from auth.users where email = $1', [
    email,
  ]);
  // bcrypt would accept a password that differs only after its 72nd byte.
  const usable = typeof account?.encrypted_password === 'string' && !isTooLongPassword(password);
  const hash = usable ? String(account?.encrypted_password) : undefined;
  if (!hash || !account?.confirmed_at) {
    const right = await compare(password, hash ?? NOBODY);
    return hash && right ? work() : wrong();
  }
  const answer = await work();
  if (!answer.ok) return answer;
  // A link that was opened, or a new password, may have ended this password while lite compared it.
  const [now] = await database.run('select encrypted_password from auth.users where id = $1', [account.id]);
  if (now?.encrypted_password === hash) return answer;
  await endSessionOf(backend, answer);
  return wrong();
}

/** @param work forwards to the auth service, which stores the account first and its session later. */
export async function signUp(backend: Sessions, email: string, work: () => Promise<Response>): Promise<Response> {
  const answer = await work();
  if (!answer.ok) return answer;
  const [account] = await backend.database.run('select email_confirmed_at from auth.users where email = $1', [email]);
  if (account?.email_confirmed_at === null) return answer;
  // The owner of the address opened a link between the two.
  await endSessionOf(backend, answer);
  return Response.json(
    { code: 422, error_code: 'user_already_exists', msg: 'User already registered' },
    { status: 422 },
  );
}
