/** `npm run admin:create` and `admin:reset` on a Supabase project: its tables are the real ones, its auth service is reduced to the admin routes. */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { hash } from 'bcryptjs';
import { type Context, Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpServer } from '../../server/http/http-server';
import { plainRequest } from '../../server/http/plain-request';
import { clientOf, learner, startTestServer, type TestServer } from './harness';

const root = resolve(import.meta.dirname, '../..');
let server: TestServer;
let url: string;
let close: () => void;

/** The admin routes of GoTrue that the commands call, with its statuses and codes. */
function adminRoutes({ backend }: TestServer): Hono {
  const run = backend.database.run;
  const app = new Hono();
  const password = async (c: Context) => hash(String((await c.req.json()).password), 4);
  app.use('/admin/*', (c, next) =>
    c.req.header('authorization') === `Bearer ${backend.secrets.secret_key}`
      ? next()
      : Promise.resolve(c.json({ error_code: 'not_admin', msg: 'User not allowed' }, 403)),
  );
  app.post('/admin/users', async (c) => {
    const { email, email_confirm, user_metadata } = await c.req.json();
    if ((await run('select from auth.users where email = $1', [email])).length > 0)
      return c.json(
        { error_code: 'email_exists', msg: 'A user with this email address has already been registered' },
        422,
      );
    const [user] = await run(
      `insert into auth.users (id, email, encrypted_password, raw_user_meta_data, aud, role)
         values (gen_random_uuid(), $1, $2, $3, 'authenticated', 'authenticated') returning id, email`,
      [email, await password(c), JSON.stringify(user_metadata)],
    );
    // A statement of its own: the embedded database confirms no address at once.
    if (email_confirm) await run('update auth.users set email_confirmed_at = now() where email = $1', [email]);
    return c.json(user);
  });
  app.put('/admin/users/:id', async (c) => {
    const id = c.req.param('id');
    await run('update auth.users set encrypted_password = $2 where id = $1', [id, await password(c)]);
    await run('delete from auth.sessions where user_id = $1', [id]);
    return c.json({ id });
  });
  app.get('/admin/users/:id/factors', async (c) => {
    const factors = await run('select id from auth.mfa_factors where user_id = $1', [c.req.param('id')]);
    return c.json(factors.length > 0 ? factors : null);
  });
  app.delete('/admin/users/:id/factors/:factor', async (c) => {
    await run('delete from auth.mfa_factors where id = $1', [c.req.param('factor')]);
    return c.json({ id: c.req.param('factor') });
  });
  return app;
}

beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve(root, 'supabase') });
  const project = new Hono();
  project.route('/auth/v1', adminRoutes(server));
  project.all('/rest/v1/*', (c) => server.backend.fetch(plainRequest(c.req.raw)));
  const http = httpServer(project.fetch);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  close = () => http.close();
}, 120_000);
afterAll(async () => {
  close?.();
  await server?.stop();
});

/** Runs the script as npm does. */
function command(...args: string[]): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, SUPABASE_URL: url, SUPABASE_SECRET_KEY: server.backend.secrets.secret_key };
  const child = spawn(process.execPath, ['--import', 'tsx', resolve(root, 'server/admin.ts'), ...args], {
    cwd: root,
    env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, said })));
}
const passwordIn = (said: string) => /Password: (\S+)/.exec(said)?.[1] ?? '';

async function signIn(password: string) {
  const client = clientOf(server);
  const { error } = await client.auth.signInWithPassword({ email: 'boss@school.test', password });
  return { client, refused: error?.message };
}

test('the first administrator of a project is created with its secret key, and restored', {
  timeout: 120_000,
}, async () => {
  const created = await command('create', 'Boss@school.test');
  expect(created).toMatchObject({ code: 0 });
  const { client, refused } = await signIn(passwordIn(created.said));
  expect(refused).toBeUndefined();
  expect((await client.rpc('is_super_admin')).data).toBe(true);

  // A stranger's account never becomes an administrator.
  await learner(server, 'ani');
  expect(await command('create', 'ani@school.test')).toMatchObject({
    code: 1,
    said: expect.stringContaining('already has an account'),
  });

  await server.backend.database.run(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
       select gen_random_uuid(), id, 'totp', 'verified', 'x' from auth.users where email = 'boss@school.test'`,
    [],
  );
  const reset = await command('reset');
  expect(reset).toMatchObject({ code: 0 });
  expect((await signIn(passwordIn(created.said))).refused).toBe('Invalid login credentials');
  const again = await signIn(passwordIn(reset.said));
  expect((await again.client.rpc('is_super_admin')).data).toBe(true);
});

test('the command names what is missing', async () => {
  expect(await command('promote')).toEqual({
    code: 1,
    said: expect.stringMatching(/^Usage: npm run admin:create EMAIL/),
  });
});
