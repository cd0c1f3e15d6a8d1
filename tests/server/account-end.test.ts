import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseDueAccounts } from '../../server/accounts/erasure';
import { callOver, serviceClient } from '../../server/http/service-client';
import { clientOf, learner, password, startTestServer, type TestServer } from './harness';

// Over HTTP on the real migrations: a deletion requires a recent sign-in, the erasure runs after thirty days and leaves none of the account's data.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
}, 120_000);
afterAll(() => server.stop());

test('an account that requested its deletion is erased after thirty days, with its own data only, and can sign in until then', async () => {
  const service = serviceClient(server.url, server.backend.secrets.secret_key);
  const call = callOver(service);
  const { database } = server.backend;
  const { client, uid } = await learner(server, 'ani');
  const { uid: stays, client: stranger } = await learner(server, 'boris');

  // An account sees only its own devices. Each device sets its name once and can be signed out individually.
  type Device = { id: string; user_agent: string | null; is_current: boolean };
  const second = clientOf(server);
  await second.auth.signInWithPassword({ email: 'ani@school.test', password });
  await second.rpc('note_device', { p_agent: 'Телефон' });
  await second.rpc('note_device', { p_agent: 'Друго' });
  const devices = (await client.rpc('my_sessions')).data as Device[];
  expect(devices.map(({ user_agent, is_current }) => [user_agent, is_current]).sort()).toEqual([
    [null, true],
    ['Телефон', false],
  ]);
  const phone = devices.find(({ is_current }) => !is_current)?.id;
  expect((await clientOf(server).rpc('my_sessions')).error).not.toBeNull();
  expect((await stranger.rpc('end_session', { p_session: phone })).data).toBe(false);
  expect((await client.rpc('end_session', { p_session: phone })).data).toBe(true);
  expect((await second.rpc('my_sessions')).status).toBe(401);
  expect((await second.auth.refreshSession()).error).not.toBeNull();
  expect(((await client.rpc('my_sessions')).data as Device[]).map(({ is_current }) => is_current)).toEqual([true]);

  // Simulates a stolen token by an old session: a deletion requires a recent sign-in, so the token cannot request it.
  await database.run(`update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1`, [uid]);
  expect((await client.rpc('request_account_deletion')).error?.message).toMatch(/password_needed$/);
  const fresh = clientOf(server);
  await fresh.auth.signInWithPassword({ email: 'ani@school.test', password });
  const asked = await fresh.rpc('request_account_deletion');
  expect(asked.error).toBeNull();
  expect(Date.parse(String(asked.data)) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  expect((await client.rpc('erase_account', { p_user: uid })).error).not.toBeNull();
  expect(await eraseDueAccounts(call)).toBe(0);

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  expect(
    (await service.storage.from('images').upload('courses/корица.png', png, { contentType: 'image/png' })).error,
  ).toBeNull();
  const picture = service.storage.from('images').getPublicUrl('courses/корица.png').data.publicUrl;
  expect((await fetch(picture)).status).toBe(200);
  await database.run(
    `update public.profiles set avatar_url = $2, deleted_at = now() - interval '31 days' where id = $1`,
    [uid, picture],
  );
  expect((await clientOf(server).auth.signInWithPassword({ email: 'ani@school.test', password })).error).toBeNull();

  expect(await eraseDueAccounts(call)).toBe(1);
  // The picture belongs to the academy, although the learner's profile links to it, so it must stay.
  expect((await fetch(picture)).status).toBe(200);
  expect(
    (await clientOf(server).auth.signInWithPassword({ email: 'ani@school.test', password })).error?.message,
  ).toMatch(/invalid login/i);
  expect((await fresh.auth.refreshSession()).error).not.toBeNull();
  for (const table of [
    'auth.users',
    'auth.sessions',
    'auth.identities',
    'auth.refresh_tokens',
    'auth.audit_log_entries',
    'public.profiles',
    'sync.feed',
  ]) {
    const [row] = await database.run(`select count(*)::int as traces from ${table} t where strpos(t::text, $1) > 0`, [
      uid,
    ]);
    expect([table, row?.traces]).toEqual([table, 0]);
  }
  expect(await database.run('select 1 as there from public.profiles where id = $1', [stays])).toHaveLength(1);
  expect(await eraseDueAccounts(call)).toBe(0);
});
