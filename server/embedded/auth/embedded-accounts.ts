// The accounts of the embedded backend, for the commands of the command line. They run while no server does.
import { hash } from 'bcryptjs';
import type { Accounts } from '../../accounts/administrators';
import { StartError } from '../../ops/settings';
import type { Backend } from '../contract/backend';
import { HASH_COST } from './password-change';

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

export function embeddedAccounts(backend: Backend): Accounts {
  const { database } = backend;
  return {
    create: async (email, password) => {
      const [row] = await database.run('select from auth.users where lower(email) = $1', [email]);
      if (row) return false;
      await signUp(backend, email, password);
      await database.run(
        'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where lower(email) = $1',
        [email],
      );
      return true;
    },
    appoint: (email) =>
      database.transaction(async (run) => {
        await run('delete from public.admin_users where email = $1', [email]);
        await run('insert into public.admin_users (email, is_super_admin) values ($1, true)', [email]);
      }),
    superAdministrators: async () => {
      const rows = await database.run(
        'select email, user_id from public.admin_users where is_super_admin and user_id is not null order by email',
        [],
      );
      return rows.map(({ email, user_id }) => ({ email: String(email), uid: String(user_id) }));
    },
    reset: async (uid, password) => {
      const hashed = await hash(password, HASH_COST);
      await database.transaction(async (run) => {
        await run('update auth.users set encrypted_password = $2 where id = $1', [uid, hashed]);
        await run('delete from auth.sessions where user_id = $1', [uid]);
        await run('delete from auth.mfa_factors where user_id = $1', [uid]);
      });
    },
  };
}
