/** `npm run seed:hosted` fills a project, here an embedded backend, over its REST API and storage with the secret key. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TABLES, copySeed } from '../../server/embedded/database/project-seed';
import { serviceClient } from '../../server/http/service-client';
import { startTestServer, type TestServer } from './harness';

const root = resolve(import.meta.dirname, '../..');
const supabaseDir = resolve(root, 'supabase');
let [seed, project]: TestServer[] = [];
const started = (server: TestServer | undefined) => {
  if (!server) throw new Error('The server did not start');
  return server;
};

beforeAll(async () => {
  seed = await startTestServer({ supabaseDir, seed: true, demoAccounts: false });
  project = await startTestServer({ supabaseDir });
}, 240_000);
afterAll(async () => {
  await seed?.stop();
  await project?.stop();
});

const fill = () => {
  const { url, backend } = started(project);
  return copySeed(started(seed).backend, serviceClient(url, backend.secrets.secret_key));
};

/** All rows and files of a server, without the times of its own jobs. */
async function stored({ backend: { database } }: TestServer): Promise<Record<string, unknown>> {
  const tables = await database.run(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'sync') and table_type = 'BASE TABLE' and table_name <> 'background_jobs'`,
    [],
  );
  const found: Record<string, unknown> = {
    files: await database.run('select bucket_id, name, version from storage.objects order by 1, 2', []),
  };
  for (const { name } of tables)
    found[String(name)] = await database.run(`select to_jsonb(t) as row from ${name} t order by t::text`, []);
  return found;
}

/** The content of a server, without the times at which it was written. */
async function contentOf({ backend: { database } }: TestServer): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {
    files: await database.run(
      `select bucket_id, name, metadata ->> 'size' as size, metadata ->> 'mimetype' as type from storage.objects order by 1, 2`,
      [],
    ),
  };
  for (const table of CONTENT_TABLES)
    found[table] = await database.run(
      `select to_jsonb(t) - 'created_at' - 'updated_at' as row from public.${table} t order by id`,
      [],
    );
  return found;
}

test('an empty project gets all content of the seed and no account; a second run changes nothing', {
  timeout: 180_000,
}, async () => {
  expect(await fill()).toMatch(/^Added \d{3} rows and \d{2} files of the seed school\.$/);
  const server = started(project);
  expect(await contentOf(server)).toEqual(await contentOf(started(seed)));
  expect(await server.backend.database.run('select id from auth.users', [])).toEqual([]);

  const before = await stored(server);
  expect(await fill()).toBe('The project already has the whole seed school. Nothing was changed.');
  expect(await stored(server)).toEqual(before);
});

test('a run after an interruption adds only what is missing, and keeps what the school has changed', {
  timeout: 60_000,
}, async () => {
  const { run } = started(project).backend.database;
  const [course] = await run("update public.courses set title = 'Нашият курс' where hue = 32 returning id", []);
  await run("delete from public.course_templates where id = '70000000-0000-4000-8000-000000000001'", []);
  expect(await fill()).toBe('Added 1 rows and 0 files of the seed school.');
  expect(await run('select title from public.courses where id = $1', [course?.id])).toEqual([{ title: 'Нашият курс' }]);
});

test('a project with other courses is refused', { timeout: 60_000 }, async () => {
  const server = started(project);
  await server.backend.database.run("insert into public.courses (id, title) values (gen_random_uuid(), 'Чужд')", []);
  const before = await stored(server);
  await expect(fill()).rejects.toThrow('The project has courses that are not of the seed (1). Nothing was changed.');
  expect(await stored(server)).toEqual(before);
});

/** Runs the script as npm does. */
function command(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', resolve(root, 'server/seed-hosted.ts')], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, said })));
}

test('the command runs the seed, and names what is missing', { timeout: 180_000 }, async () => {
  const { url, backend } = started(project);
  const env = { SUPABASE_URL: url, SUPABASE_SECRET_KEY: backend.secrets.secret_key };
  expect(await command(env)).toEqual({ code: 1, said: expect.stringMatching(/^The project has courses [^\n]*\n$/) });
  expect(await command({ ...env, SUPABASE_URL: '' })).toEqual({
    code: 1,
    said: 'Usage: SUPABASE_URL=… SUPABASE_SECRET_KEY=… npm run seed:hosted\n',
  });
  expect(await command({ ...env, SUPABASE_SECRET_KEY: 'wrong' })).toEqual({
    code: 1,
    said: expect.stringMatching(/^courses could not be read\. Were the migrations applied[^\n]*\n$/),
  });
});
