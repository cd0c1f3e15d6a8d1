import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import ws from 'ws';
import { lockDataDir } from '../../server/embedded/database/data-lock';
import { createPostgresFolder } from '../helpers/postgres-template';
import { learner, password, startTestServer, tempDir, tinyMigration, writeDist, writeSchool } from './harness';

// The tests start servers as child processes, each with its own data folder, and stop or kill them as a person would.
const root = resolve(import.meta.dirname, '../..');
const folders = [tempDir()];
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  for (const folder of folders) folder.remove();
});
const folder = () => {
  const made = tempDir();
  folders.push(made);
  return made.path;
};

/** Starts a server with the small school in its own process. */
function start(settings: { dataDir: string } & Record<string, unknown>) {
  const script = join(root, 'tests/server/child-server.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(settings)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  let out = '';
  let err = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ready = new Promise<string>((done, failed) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /ready (\S+)/.exec(out)?.[1];
      if (url) done(url);
    });
    child.once('exit', () => failed(new Error(err)));
  });
  ready.catch(() => undefined);
  const ended = new Promise<{ code: number | null; lines: string[] }>((done) =>
    child.once('exit', (code) => done({ code, lines: err.trim().split('\n') })),
  );
  return { child, ready, ended };
}
const clientAt = (url: string) =>
  createClient(url, 'sb_publishable_sloy_local', {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });

test('kill -9 loses nothing that was acknowledged: accounts, rows, files and the session', {
  timeout: 120_000,
}, async () => {
  const dir = folder();
  const settings = { dataDir: join(dir, 'data'), supabaseDir: writeSchool(dir), distDir: writeDist(dir) };
  // The first start runs initdb, as in a fresh clone.
  const first = start(settings);
  const client = clientAt(await first.ready);
  const { data } = await client.auth.signUp({ email: 'ani@school.test', password });
  const bodies: string[] = [];
  // The server is killed during writes; acknowledged writes must survive.
  const writing = (async () => {
    for (let i = 0; ; i += 1) {
      const { error } = await client.from('notes').insert({ body: `note ${i}` });
      if (error) return;
      bodies.push(`note ${i}`);
      if (i === 25) first.child.kill('SIGKILL');
    }
  })();
  await Promise.all([writing, first.ended]);
  expect(bodies.length).toBeGreaterThan(25);

  const second = start(settings);
  const again = clientAt(await second.ready);
  await again.auth.setSession({ access_token: data.session!.access_token, refresh_token: data.session!.refresh_token });
  const kept = (await again.from('notes').select('body').order('id')).data?.map(({ body }) => body) ?? [];
  expect(kept.slice(0, bodies.length)).toEqual(bodies);
  expect((await again.auth.signInWithPassword({ email: 'ani@school.test', password })).error).toBeNull();

  const third = start({ ...settings });
  expect(await third.ended).toEqual({
    code: 1,
    lines: [`Another server is already running on the data folder ${settings.dataDir}.`],
  });
  // Simulates that start.mjs was killed, which closes the IPC channel.
  second.child.disconnect();
  expect((await second.ended).code).toBe(0);
});

test('a killed first start begins again at once, even while its child process still writes', {
  timeout: 120_000,
}, async () => {
  const dir = folder();
  const settings = { dataDir: join(dir, 'data'), supabaseDir: writeSchool(dir), distDir: writeDist(dir) };
  const place = join(settings.dataDir, 'db.new');
  const first = start(settings);
  await expect
    .poll(() => existsSync(place) && readdirSync(place).length > 0, { timeout: 60_000, interval: 20 })
    .toBe(true);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start(settings);
  const client = clientAt(await second.ready);
  expect((await client.auth.signUp({ email: 'ani@school.test', password })).error).toBeNull();
  second.child.kill('SIGINT');
  expect((await second.ended).code).toBe(0);
});

test('a second start keeps everything, applies only what is new, and rejects a changed or vanished migration', {
  timeout: 120_000,
}, async () => {
  const server = await startTestServer({}, { alone: true });
  const { uid } = await learner(server, 'kept');
  const { secrets } = server.backend;
  await server.close();
  const files = { '20260101000000_create_school.sql': tinyMigration };
  const more = writeSchool(server.folder, {
    ...files,
    '20260102000000_add_colour.sql': 'alter table public.notes add column colour text;',
  });
  const second = await startTestServer({ dataDir: server.settings.dataDir, supabaseDir: more });
  expect(second.backend.migrated).toEqual(['20260102000000_add_colour.sql']);
  expect(second.backend.secrets).toEqual(secrets);
  expect(await second.backend.database.run('select id from auth.users', [])).toEqual([{ id: uid }]);
  await second.stop();
  if (process.platform !== 'win32')
    expect(statSync(join(server.settings.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);

  writeFileSync(join(more, 'migrations', '20260102000000_add_colour.sql'), 'select 1;');
  await expect(startTestServer({ dataDir: server.settings.dataDir, supabaseDir: more })).rejects.toThrow(
    'Another build of the product made this database (migration 20260102000000_add_colour.sql); nothing was changed. Use that build, or: npm run db:reset',
  );
  await server.stop();
});

test('a start prints working URLs, and every demo account signs in with the printed password and key', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(folder(), 'data');
  await createPostgresFolder(dataDir);
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', PAYMENTS_PORT: '0', BOT_CHECK: 'off' };
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/main.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('Ctrl-C stops it.')) break;
  }
  const printed = (line: RegExp) => line.exec(said)?.[1] ?? '';
  const [url, payments] = [printed(/Web app and API +(\S+)/), printed(/Payments and push +(\S+)/)];
  expect(printed(/Data +(.+)/)).toBe(dataDir);
  expect((await fetch(`${payments}/health`)).status).toBe(200);
  expect((await fetch(printed(/Mailbox +(\S+)/))).status).toBe(200);
  const emails = said.match(/\S+@\S+/g) ?? [];
  expect(emails.toSorted()).toEqual([
    'admin@sloy.test',
    'free@sloy.test',
    'premium@sloy.test',
    'pro@sloy.test',
    'super@sloy.test',
  ]);
  const client = createClient(url, printed(/Publishable key +(\S+)/), {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });
  for (const email of emails) {
    const { error } = await client.auth.signInWithPassword({
      email,
      password: printed(/Demo accounts, password (\S+)/),
    });
    expect(error).toBeNull();
    const { data } = await client.from('courses').select('id').limit(1);
    expect(data).toHaveLength(1);
  }
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

test('a failing start prints the reason in one line and exits with code 1', {
  timeout: 120_000,
}, async () => {
  const taken = createServer().listen(0);
  const port = (taken.address() as { port: number }).port;
  const dir = folder();
  const data = join(dir, 'data');
  await createPostgresFolder(data);
  const school = writeSchool(dir);
  const lines = async (settings: Record<string, unknown>) => {
    const { code, lines: said } = await start({ dataDir: data, supabaseDir: school, distDir: dir, ...settings }).ended;
    return { code, said };
  };
  expect(await lines({ port })).toEqual({
    code: 1,
    said: [`Port ${port} is already in use. Choose another: PORT=<port> npm start`],
  });
  expect(await lines({ paymentsPort: port })).toEqual({
    code: 1,
    said: [`Port ${port} is already in use. Choose another: PAYMENTS_PORT=<port> npm start`],
  });
  taken.close();

  const broken = folder();
  const sql = `${tinyMigration}\n-- A comment; with a semicolon\ncreate view public.bad as select * from public.missing;\n`;
  const answer = await lines({
    dataDir: data,
    supabaseDir: writeSchool(broken, {
      '20260101000000_create_school.sql': tinyMigration,
      '20260103000000_bad.sql': sql.slice(sql.indexOf('-- A')),
    }),
  });
  expect(answer).toEqual({
    code: 1,
    said: ['Migration 20260103000000_bad.sql, line 2: relation "public.missing" does not exist'],
  });

  const file = join(dir, 'file');
  writeFileSync(file, '');
  const unwritable = await lines({ dataDir: join(file, 'data') });
  expect(unwritable.code).toBe(1);
  expect(unwritable.said).toHaveLength(1);
  expect(unwritable.said[0]).toContain(`The data folder ${join(file, 'data')} cannot be written`);
  if (process.platform === 'linux')
    expect((await lines({ dataDir: '/proc/sloy/data' })).said[0]).toContain('cannot be written');
  if (process.getuid?.() !== 0 && process.platform !== 'win32') {
    const closed = join(dir, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expect((await lines({ dataDir: join(closed, 'data') })).said[0]).toContain('cannot be written');
  }
  expect(await lines({ dataDir: join(dir, 'other'), databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).toMatchObject(
    {
      code: 1,
      said: [expect.stringContaining('does not answer')],
    },
  );
});

test('a reset deletes what the server created, and nothing else', async () => {
  const dir = folder();
  const data = join(dir, 'data');
  const reset = (env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(root, 'server/start.mjs'), '--reset'], {
      env: { ...process.env, DATA_DIR: data, ...env },
      encoding: 'utf8',
    });
  mkdirSync(join(data, 'db'), { recursive: true });
  const unlock = await lockDataDir(data);
  // The socket accepts connections while spawnSync blocks this process, because the kernel completes them.
  expect(reset()).toMatchObject({ status: 1, stderr: expect.stringContaining('a server is running on it') });
  await unlock();
  writeFileSync(join(data, 'thesis.doc'), '');
  expect(reset()).toMatchObject({ status: 1, stderr: expect.stringContaining('it holds thesis.doc') });
  rmSync(join(data, 'thesis.doc'));
  mkdirSync(join(data, 'before-20261124T060000Z'));
  expect(reset()).toMatchObject({ status: 1, stderr: expect.stringContaining('what was there before a restore') });
  rmSync(join(data, 'before-20261124T060000Z'), { recursive: true });
  expect(reset({ DATABASE_URL: 'postgres://school' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing is wiped'),
  });
  expect(existsSync(join(data, 'db'))).toBe(true);
  expect(reset()).toMatchObject({ status: 0, stdout: expect.stringContaining('The next start seeds again.') });
  expect(existsSync(data)).toBe(false);
});

test('navigations get index.html; assets are immutable, the worker is never cached; missing files are 404', {
  timeout: 120_000,
}, async () => {
  const project = 'https://project.test';
  const server = await startTestServer({ supabaseUrl: project }, { alone: true });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
  const page = await get('/course/1', { accept: 'text/html' });
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  // The policy names the inline scripts of all documents, and the origins of the app.
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const [socket, service] = [server.url.replace('http:', 'ws:'), server.paymentsUrl];
  expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${hash('1')} ${hash('2')}`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self' data:",
    `connect-src 'self' ${socket} blob: https: ${service} ${project} wss://project.test`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ]);
  // The landing page has its own document, except on phones, which are redirected; link previews get absolute URLs.
  const first = async (agent: string) => {
    // fetch sends Sec-Fetch-Mode, which preview crawlers do not, so this uses node:http.
    const [answer] = await once(httpGet(server.url, { headers: { accept: '*/*', 'user-agent': agent } }), 'response');
    return text(answer);
  };
  expect(await first('facebookexternalhit/1.1')).toContain(`og:url" content="${server.url}/"><h1>`);
  expect(await first('Mozilla/5.0 (Linux; Android 15) Mobile')).toContain(
    `og:image" content="${server.url}/share.png"`,
  );
  expect(await first('Mozilla/5.0 (Linux; Android 15) Mobile (compatible; Googlebot/2.1)')).toContain('<h1>');
  expect(await (await get('/login?from=%2Fcourse%2F1', { accept: 'text/html' })).text()).toContain('<form>');
  const asset = await get('/assets/app-1a2b.js');
  expect([asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual([
    'public, max-age=31536000, immutable',
    'gzip',
  ]);
  expect((await asset.text()).startsWith('export const text')).toBe(true);
  expect((await get('/assets/app-1a2b.js', { 'if-none-match': asset.headers.get('etag') ?? '' })).status).toBe(304);
  expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
  expect((await get('/assets/gone.js', { accept: 'text/html' })).status).toBe(404);
  expect((await get('/media/offline/1', { accept: 'text/html' })).status).toBe(404);
  expect((await get('/course/1', { accept: 'application/json' })).status).toBe(404);
  expect((await get('/course/1')).status).toBe(404);
  expect(await (await get('/config.json')).json()).toEqual({
    url: server.url,
    key: 'sb_publishable_sloy_local',
    payments: server.paymentsUrl,
    mailbox: true,
  });
  expect(
    (await get('/rest/v1/notes', { origin: 'https://evil.test' })).headers.get('access-control-allow-origin'),
  ).toBeNull();
  expect(await (await fetch(`${server.paymentsUrl}/health`)).json()).toMatchObject({
    jobs: expect.arrayContaining([expect.objectContaining({ name: 'table-maintenance', result: null })]),
  });
  expect(await (await fetch(`${server.paymentsUrl}/test-db`, { headers: { origin: server.url } })).json()).toEqual({
    status: 'ok',
  });
  await server.stop();
});
