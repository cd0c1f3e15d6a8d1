// The accounts of a Supabase project, for the commands of the command line: the admin routes of its auth service, and its table of administrators.
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { dataOf } from '../ops/project-answers';
import { StartError } from '../ops/settings';
import type { Accounts } from './administrators';

const rowsSchema = v.array(v.object({ email: v.string(), user_id: v.string() }));

/** @param client with the secret key of the project */
export function projectAccounts(client: SupabaseClient): Accounts {
  const { admin } = client.auth;
  return {
    create: async (email, password) => {
      const answer = await admin.createUser({
        email,
        password,
        email_confirm: true,
        user_metadata: { full_name: email.split('@')[0] },
      });
      if (answer.error?.code === 'email_exists') return false;
      dataOf(answer, `The account ${email} could not be created`);
      return true;
    },
    appoint: async (email) => {
      // An address that was appointed before keeps its row, and the first sign-in links the account to it.
      const { error } = await client.from('admin_users').upsert({ email, is_super_admin: true });
      if (error)
        throw new StartError(
          `The account ${email} exists, but is no administrator: ${error.message}. Were the migrations applied (supabase db push)? Delete the account before the next try.`,
        );
    },
    superAdministrators: async () => {
      const answer = await client
        .from('admin_users')
        .select('email, user_id')
        .eq('is_super_admin', true)
        .not('user_id', 'is', null)
        .order('email');
      const rows = v.parse(rowsSchema, dataOf(answer, 'The administrators could not be read'));
      return rows.map(({ email, user_id }) => ({ email, uid: user_id }));
    },
    reset: async (uid, password) => {
      // The auth service ends all sessions of an account whose password an administrator sets.
      dataOf(await admin.updateUserById(uid, { password }), 'The password could not be set');
      const { factors } = dataOf(await admin.mfa.listFactors({ userId: uid }), 'The second factors could not be read');
      // The auth service sends null for an account without factors.
      for (const { id } of factors ?? [])
        dataOf(await admin.mfa.deleteFactor({ id, userId: uid }), 'A second factor could not be removed');
    },
  };
}
