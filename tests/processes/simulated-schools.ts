// The schools of tests/sync/simulation-sql.test.ts, whose devices reach sync_pull and sync_push through the transport of the app, nginx and two servers.
import 'fake-indexeddb/auto';
import { createClient } from '@supabase/supabase-js';
import { SupabaseTransport } from '@sync/transport/transport';
import bcrypt from 'bcryptjs';
import ws from 'ws';
import { LOCAL_PUBLISHABLE_KEY } from '@/shared/product';
import { openSession, type Session } from '../helpers/database';
import { buildWorld } from '../helpers/push-deps';
import { simulate } from '../helpers/simulate';
import { IVAN, MARIA } from '../helpers/simulated-school';
import { schoolIn } from '../helpers/sql-school';
import { keepRows } from '../helpers/stored-rows';
import type { Installation } from './installation';

const PASSWORD = 'Parola-2026!';

async function transportsOf(url: string, database: Session) {
  const hash = await bcrypt.hash(PASSWORD, 4);
  const signIn = async (account: string): Promise<[string, SupabaseTransport]> => {
    const [user] = await database.query<{ email: string }>(
      'update auth.users set encrypted_password = $2 where id = $1 returning email',
      [account, hash],
    );
    const client = createClient(url, LOCAL_PUBLISHABLE_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ws as never },
    });
    const { error } = await client.auth.signInWithPassword({ email: user?.email ?? '', password: PASSWORD });
    if (error) throw error;
    return [account, new SupabaseTransport(client, account)];
  };
  return new Map(await Promise.all([MARIA, IVAN].map(signIn)));
}

export async function simulateSchools({ url, databaseUrl }: Installation, seeds: number) {
  const database = openSession(databaseUrl);
  await buildWorld({ sql: (text, values) => database.query(text, values) });
  const transports = await transportsOf(url, database);
  const of = (account: string) => {
    const transport = transports.get(account);
    if (!transport) throw new Error(`no transport of ${account}`);
    return transport;
  };
  const setBack = await keepRows(database);
  const failed: string[] = [];
  let [requests, writes] = [0, 0];
  for (let seed = 1; seed <= seeds; seed += 1) {
    await setBack();
    const school = schoolIn(database, {
      pull: (account, cursors, limit) => of(account).pull(cursors, limit),
      push: (account, docs) => of(account).push(docs),
    });
    const outcome = await simulate({ seed, ...school }).finally(school.close);
    requests += outcome.requests;
    writes += outcome.writes;
    if (outcome.problems.length > 0) failed.push(`seed ${seed}:\n  ${outcome.problems.slice(0, 12).join('\n  ')}`);
  }
  await database.close();
  return { requests, writes, failed };
}
