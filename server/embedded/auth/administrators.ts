// Creates an installation's first administrator and restores a locked-out one. Only the command line uses this, while no server runs.
import { randomBytes } from 'node:crypto';
import { hash } from 'bcryptjs';
import { StartError } from '../../ops/settings';
import type { Backend } from '../contract/backend';
import { HASH_COST } from './password-change';

/** Satisfies the five rules of registration. */
const newPassword = () => `${randomBytes(12).toString('base64url')}-aA1!`;

async function accountOf({ database }: Backend, email: string): Promise<string | undefined> {
  const [row] = await database.run('select id from auth.users where lower(email) = $1', [email]);
  return row && String(row.id);
}

async function signUp(backend: Backend, email: string, password: string): Promise<void> {
  const answer = await backend.fetch(
    new Request('http://localhost/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { full_name: email.split('@')[0] } }),
    }),
  );
  if (!answer.ok) throw new StartError(`The account ${email} could not be created: ${await answer.text()}`);
}

/**
 * Creates a super administrator. The address counts as confirmed, because the owner of the machine typed it.
 * @returns the password to sign in with. @throws StartError if the address has an account: it may belong to a stranger.
 */
export async function createAdministrator(backend: Backend, address: string): Promise<string> {
  const email = address.trim().toLowerCase();
  if (await accountOf(backend, email))
    throw new StartError(`${email} already has an account. Choose another address, or delete that account first.`);
  const password = newPassword();
  await signUp(backend, email, password);
  await backend.database.transaction(async (run) => {
    await run(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where lower(email) = $1',
      [email],
    );
    await run('delete from public.admin_users where email = $1', [email]);
    await run('insert into public.admin_users (email, is_super_admin) values ($1, true)', [email]);
  });
  return password;
}

/**
 * Restores the access of a super administrator: sets a new password, removes second factors and ends all sessions.
 * @param address needed only if there are several super administrators.
 */
export async function resetAdministrator(
  backend: Backend,
  address: string | undefined,
): Promise<{ email: string; password: string }> {
  const { database } = backend;
  const rows = await database.run(
    'select email, user_id from public.admin_users where is_super_admin and user_id is not null order by email',
    [],
  );
  const wanted = address?.trim().toLowerCase();
  const found = wanted ? rows.filter(({ email }) => email === wanted) : rows;
  const [admin] = found;
  if (!admin)
    throw new StartError(
      wanted
        ? `${wanted} is not a super administrator.`
        : 'There is no super administrator with an account. Create one: npm run admin:create EMAIL',
    );
  if (found.length > 1)
    throw new StartError(`Name one of the super administrators: ${found.map(({ email }) => email).join(', ')}`);
  const password = newPassword();
  const uid = String(admin.user_id);
  const hashed = await hash(password, HASH_COST);
  await database.transaction(async (run) => {
    await run('update auth.users set encrypted_password = $2 where id = $1', [uid, hashed]);
    await run('delete from auth.sessions where user_id = $1', [uid]);
    await run('delete from auth.mfa_factors where user_id = $1', [uid]);
  });
  return { email: String(admin.email), password };
}
