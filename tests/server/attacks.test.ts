import { join } from 'node:path';
import { sign } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, learner, password, startTestServer, type TestServer } from './harness';

// Attacks over HTTP on the product's own tables, with and without an account: rights, plans, other accounts' rows, forged tokens.
// payments-routes.test.ts attacks payments, mail.test.ts attacks e-mails, and tests/db tests the row-level policies.

let server: TestServer;
type Learner = Awaited<ReturnType<typeof learner>>;
let thief: Learner;
let victim: Learner;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
  thief = await learner(server, 'thief');
  victim = await learner(server, 'victim');
}, 120_000);
afterAll(() => server.stop());

/** The rights, plan and names of an account as stored in the database. */
async function standing(uid: string) {
  const [row] = await server.backend.database.run(
    `select s.has_pro_plan, s.has_premium_plan, p.full_name, u.role, u.email,
       exists (select from public.admin_users a where lower(a.email) = lower(u.email)) as admin
     from auth.users u join public.profiles p on p.id = u.id join public.user_subscriptions s on s.user_id = u.id where u.id = $1`,
    [uid],
  );
  return row;
}
const plain = { has_pro_plan: false, has_premium_plan: false, role: 'authenticated', admin: false };

/** Every privilege, under every field name that any table or token uses for it. */
const wishes = {
  has_pro_plan: true,
  has_premium_plan: true,
  plan: 'premium',
  plan_type: 'premium',
  role: 'service_role',
  is_admin: true,
  is_super_admin: true,
  app_metadata: { role: 'service_role', is_admin: true },
};

test('rights and plans in the metadata of a sign-up or an account are ignored', async () => {
  const client = clientOf(server);
  const email = 'wisher@school.test';
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { full_name: 'Желан', ...wishes }, ...wishes }),
  });
  expect(answer.status).toBe(200);
  const { data } = await client.auth.signInWithPassword({ email, password });
  await client.auth.updateUser({ data: wishes });
  const raw = await fetch(`${server.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: server.backend.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...wishes, aud: 'service_role', email_confirm: true }),
  });
  expect(raw.status).toBe(200);
  const uid = data.user?.id ?? '';
  expect(await standing(uid)).toMatchObject(plain);
  const refreshed = await client.auth.refreshSession();
  expect(refreshed.data.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
  expect(refreshed.data.user?.app_metadata).not.toHaveProperty('is_admin');
  expect([
    (await client.rpc('is_admin')).data,
    (await client.rpc('is_super_admin')).data,
    (await client.rpc('has_plan', { p_plan: 'basic' })).data,
  ]).toEqual([false, false, false]);
});

test('rights and plans cannot be written by REST: neither own nor foreign ones, by insert, upsert or delete', async () => {
  const { client, uid } = thief;
  const email = 'thief@school.test';
  const plans = { has_pro_plan: true, has_premium_plan: true };
  const before = [await standing(uid), await standing(victim.uid)];
  const tries = [
    client.from('user_subscriptions').update(plans).eq('user_id', uid).select(),
    client.from('user_subscriptions').update(plans).ilike('email', '%').select(),
    client
      .from('user_subscriptions')
      .insert({ email, user_id: uid, ...plans })
      .select(),
    client
      .from('user_subscriptions')
      .upsert({ email, user_id: uid, ...plans }, { onConflict: 'email' })
      .select(),
    client.from('user_subscriptions').delete().eq('user_id', victim.uid).select(),
    client.from('admin_users').insert({ email }).select(),
    client.from('admin_users').upsert({ email, is_super_admin: true }).select(),
    client.from('profiles').update({ full_name: 'Чужд' }).eq('id', victim.uid).select(),
    client.from('profiles').update({ id: victim.uid }).eq('id', uid).select(),
    client.from('profiles').delete().eq('id', victim.uid).select(),
    client.from('payments').insert({ user_id: uid, amount: 0, status: 'succeeded' }).select(),
    client.from('test_results').insert({ user_id: uid, score: 100 }).select(),
    client.from('user_certificates').insert({ user_id: uid }).select(),
  ];
  for (const [n, attempt] of tries.entries()) {
    const { data, error } = await attempt;
    expect([n, error === null && (data as unknown[]).length > 0]).toEqual([n, false]);
  }
  expect([await standing(uid), await standing(victim.uid)]).toEqual(before);
  for (const table of ['payments', 'admin_users', 'user_subscriptions', 'demo_requests', 'profiles']) {
    const { data } = await client.from(table).select('*').limit(50);
    expect(JSON.stringify(data ?? []), table).not.toContain(victim.uid);
    expect(JSON.stringify(data ?? []), table).not.toContain('victim@school.test');
  }
});

test('internal functions reject all other callers, and a call for another account returns the caller’s data', async () => {
  const own = [
    'accounts_to_erase',
    'erase_account',
    'billing_account',
    'billing_apply',
    'billing_begin',
    'billing_history',
    'billing_orphans',
    'billing_repeated_trials',
    'billing_test_read',
    'billing_test_save',
  ];
  const args = await server.backend.database.run(
    "select p.proname as name, coalesce(p.proargnames, '{}')::text[] as names from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'",
    [],
  );
  for (const name of own) {
    const names = args.find((row) => row.name === name)?.names as string[] | undefined;
    expect(names, name).toBeDefined();
    const guess = Object.fromEntries(
      (names ?? []).map((arg) => [arg, /uid|user|account/.test(arg) ? thief.uid : null]),
    );
    for (const client of [thief.client, clientOf(server)]) {
      const { error, data } = await client.rpc(name, guess);
      expect([name, data]).toEqual([name, null]);
      expect(['42501', 'PGRST202', '42883']).toContain(error?.code);
    }
  }
  const pull = await thief.client.rpc('sync_pull', {
    p_cursors: [
      { scope: `journal:${victim.uid}`, seq: 0 },
      { scope: `account:${victim.uid}`, seq: 0 },
    ],
    p_limit: 100,
  });
  expect(JSON.stringify(pull.data ?? [])).not.toContain('victim@school.test');
  const at = Date.now();
  const doc = {
    id: 'profile/me',
    kind: 'profile',
    rev: 1,
    at,
    active_on: '2026-11-21',
    data: { full_name: { v: 'Крадец', at }, ...wishes, email: 'victim@school.test', id: victim.uid },
  };
  await thief.client.rpc('sync_push', { p_docs: [doc] });
  expect(await standing(thief.uid)).toMatchObject(plain);
  expect(await standing(victim.uid)).toMatchObject({ ...plain, full_name: 'victim' });
});

describe('a forged token', () => {
  const now = Math.floor(Date.now() / 1000);
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => ({
    sub: victim.uid,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'victim@school.test',
    iat: now - 10,
    exp: now + 3600,
  });
  const secret = () => server.backend.secrets.jwt_secret;
  const forgeries: [string, () => string | Promise<string>][] = [
    ['of the algorithm none', () => `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims())}.`],
    ['of the algorithm none with a signature', () => `${encoded({ alg: 'None' })}.${encoded(claims())}.c2ln`],
    ['signed with another key', () => sign(claims(), 'another-key-of-the-same-length-0000000000000000')],
    ['signed with the publishable key', () => sign(claims(), server.backend.publishableKey)],
    ['signed with nothing', () => sign(claims(), ' ')],
    ['that has expired', () => sign({ ...claims(), exp: now - 1 }, secret())],
    ['for another audience', () => sign({ ...claims(), aud: 'elsewhere' }, secret())],
    [
      'with its claims exchanged',
      () =>
        thief.token
          .split('.')
          .map((part, i) => (i === 1 ? encoded(claims()) : part))
          .join('.'),
    ],
    [
      'of the service, signed with another key',
      () => sign({ ...claims(), role: 'service_role' }, 'another-key-of-the-same-length-0000000000000000'),
    ],
  ];
  /** Routes of the web port that accept a token. */
  const routes: [string, string, unknown?][] = [
    ['GET', '/rest/v1/profiles?select=*'],
    ['GET', '/rest/v1/user_subscriptions?select=*'],
    ['PATCH', '/rest/v1/profiles?id=not.is.null', { full_name: 'Чужд' }],
    ['POST', '/rest/v1/rpc/sync_pull', { p_cursors: [], p_limit: 1 }],
    ['POST', '/rest/v1/rpc/is_super_admin', {}],
    ['GET', '/auth/v1/user'],
    ['PUT', '/auth/v1/user', { password: 'Otkradnata-2026!' }],
    ['POST', '/auth/v1/logout?scope=global', {}],
    ['GET', '/storage/v1/object/authenticated/videos/lessons/vase.mp4'],
    ['POST', '/storage/v1/object/sign/videos/lessons/vase.mp4', { expiresIn: 60 }],
    ['POST', '/storage/v1/object/images/mine.png', {}],
    ['POST', '/storage/v1/object/list/videos', { prefix: '' }],
  ];

  test.each(forgeries)('%s gives no access', async (_, forge) => {
    const token = await forge();
    for (const [method, path, body] of routes) {
      const answer = await fetch(server.url + path, {
        method,
        headers: {
          apikey: server.backend.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true]);
      expect(text).not.toContain('victim@school.test');
    }
    expect(await standing(victim.uid)).toMatchObject({ full_name: 'victim' });
    expect((await victim.client.auth.getUser()).error).toBeNull();
  });
});
