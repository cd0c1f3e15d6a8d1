import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { resetAdministrator } from '../../server/accounts/administrators';
import { embeddedAccounts } from '../../server/embedded/auth/embedded-accounts';
import { settingsOf } from '../../server/ops/settings';
import { createPostgresFolder } from '../helpers/postgres-template';
import { clientOf, learner, startTestServer, type TestServer, tempDir } from './harness';

// A server that others can reach starts without published passwords, without free plans and without additional ports.

const root = join(import.meta.dirname, '../..');
const supabaseDir = join(root, 'supabase');
const DEMO_PASSWORD = 'Sloy-2026!';
const ENV = { RATE_LIMITS: 'relaxed', BOT_CHECK: 'off' };
const dir = tempDir();
const servers: TestServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
  dir.remove();
});
async function start(env: Record<string, string>, dataDir = join(dir.path, `${servers.length}`)): Promise<TestServer> {
  const { host, reachable, demoAccounts, sandboxPayments } = settingsOf({ ...ENV, ...env });
  const server = await startTestServer({
    host,
    reachable,
    demoAccounts,
    sandboxPayments,
    dataDir,
    supabaseDir,
    seed: true,
  });
  servers.push(server);
  return server;
}
const lanAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;
const signIn = async (server: TestServer, email: string, password: string) =>
  (await clientOf(server).auth.signInWithPassword({ email, password })).error?.message;

describe('settings', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['nothing is set', {}, undefined],
    ['the host is this machine', { HOST: '127.0.0.1' }, undefined],
    ['the database is on this machine', { DATABASE_URL: 'postgres://sloy@localhost/sloy' }, undefined],
    ['a host is set', { HOST: '0.0.0.0' }, 'HOST'],
    ['a proxy is trusted', { TRUST_PROXY: '1' }, 'TRUST_PROXY'],
    ['other origins may call', { ALLOWED_ORIGINS: 'https://sloy.example' }, 'ALLOWED_ORIGINS'],
    ['the database is elsewhere', { DATABASE_URL: 'postgres://sloy@db.example/sloy' }, 'DATABASE_URL'],
    [
      'one of several databases is elsewhere',
      { DATABASE_URL: 'postgres://localhost:1,db.example:2/sloy' },
      'DATABASE_URL',
    ],
    ['Stripe takes the money', { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, 'STRIPE_SECRET_KEY'],
  ])('if %s, demo accounts and sandbox payments depend on it', (_, env, reachable) => {
    const settings = settingsOf(env);
    const local = reachable === undefined;
    expect(settings.reachable).toBe(reachable);
    expect([settings.demoAccounts, settings.sandboxPayments]).toEqual([local, local]);
    expect(settings.host).toBe(env.HOST ?? '127.0.0.1');
    const asked = settingsOf({ ...env, SEED: 'demo', PAYMENTS: 'sandbox' });
    expect([asked.demoAccounts, asked.sandboxPayments]).toEqual([true, !env.STRIPE_SECRET_KEY]);
  });
});

test('without HOST neither port answers on a network address', { timeout: 120_000 }, async () => {
  const server = await startTestServer({}, { alone: true });
  servers.push(server);
  const lan = lanAddress();
  for (const url of [server.url, server.paymentsUrl]) {
    expect((await fetch(url.replace('localhost', '127.0.0.1'))).status).toBeLessThan(500);
    if (lan) await expect(fetch(url.replace('localhost', lan))).rejects.toThrow();
  }
});

test('a start for the network has courses, but no demo accounts and no sandbox payments', {
  timeout: 240_000,
}, async () => {
  const dataDir = join(dir.path, 'network');
  const server = await start({ HOST: '0.0.0.0' }, dataDir);
  for (const name of ['free', 'pro', 'premium', 'admin', 'super'])
    expect(await signIn(server, `${name}@sloy.test`, DEMO_PASSWORD)).toBe('Invalid login credentials');
  expect(await server.backend.database.run('select count(*)::int as rights from public.admin_users', [])).toEqual([
    { rights: 0 },
  ]);
  const [courses] = await server.backend.database.run('select count(*)::int as number from public.courses', []);
  expect(Number(courses?.number)).toBeGreaterThan(0);

  const { token } = await learner(server, 'buyer');
  for (const path of ['/create-checkout-session', '/update-subscription', '/portal-session']) {
    const answer = await fetch(server.paymentsUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([path, answer.status]).toEqual([path, 502]);
  }
  expect((await fetch(`${server.paymentsUrl}/test-checkout/anything`)).status).toBe(404);

  // `admin.ts` creates the first administrator, and later resets that account.
  await server.close();
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', join(root, 'server/admin.ts'), ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, HOST: '0.0.0.0' },
      encoding: 'utf8',
    });
  const created = command('create', 'Boss@school.test');
  const password = /Password: (\S+)/.exec(created.stdout)?.[1] ?? '';
  expect([created.status, created.stderr]).toEqual([0, '']);
  expect(command('create', 'buyer@school.test')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('already has an account'),
  });
  const reset = command('reset');
  const second = /Password: (\S+)/.exec(reset.stdout)?.[1] ?? '';
  expect(reset.stderr).toBe('');
  const again = await start({ HOST: '0.0.0.0' }, dataDir);
  expect(await signIn(again, 'boss@school.test', password)).toBe('Invalid login credentials');
  const client = clientOf(again);
  expect((await client.auth.signInWithPassword({ email: 'boss@school.test', password: second })).error).toBeNull();
  expect((await client.rpc('is_super_admin')).data).toBe(true);

  const { database } = again.backend;
  await database.run(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
       select gen_random_uuid(), id, 'totp', 'verified', 'x' from auth.users where email = 'boss@school.test'`,
    [],
  );
  const { email, password: third } = await resetAdministrator(embeddedAccounts(again.backend), undefined);
  expect(await database.run('select from auth.mfa_factors', [])).toEqual([]);
  expect([email, await signIn(again, email, third)]).toEqual(['boss@school.test', undefined]);
});

test('a database with published passwords is not served to the network', { timeout: 240_000 }, async () => {
  const dataDir = join(dir.path, 'demo');
  await createPostgresFolder(dataDir);
  const local = await start({}, dataDir);
  expect(await signIn(local, 'super@sloy.test', DEMO_PASSWORD)).toBeUndefined();
  await local.close();
  await expect(start({ TRUST_PROXY: '1' }, dataDir)).rejects.toThrow(
    /published demo password \(.*super@sloy\.test.*TRUST_PROXY/,
  );
  const asked = await start({ TRUST_PROXY: '1', SEED: 'demo' }, dataDir);
  expect(await signIn(asked, 'super@sloy.test', DEMO_PASSWORD)).toBeUndefined();
});
