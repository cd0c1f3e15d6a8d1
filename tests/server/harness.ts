import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import ws from 'ws';
import { type RunningServer, type StartOptions, startServer } from '../../server/boot';
import { type Settings, settingsOf } from '../../server/ops/settings';
import { createPostgresFolder } from '../helpers/postgres-template';
import { mayBePair, startPair } from '../processes/pair';

/** A minimal school: one table, one private bucket and one kind of topic, independent of the product's migrations. */
export const tinyMigration = `
create table public.notes (id bigint generated always as identity primary key, owner uuid not null default auth.uid(), body text not null, points int not null default 0);
alter table public.notes enable row level security;
grant select on public.notes to authenticated;
grant insert (body) on public.notes to authenticated;
create policy "own notes" on public.notes for all to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

create function public.who() returns json language sql stable as $$
  select json_build_object('uid', auth.uid(), 'email', auth.email(), 'role', current_user)
$$;
create function public.echo(p_text text) returns int language sql as $$ select length(p_text) $$;
create function public.poke(p_uid uuid) returns void language sql security definer set search_path = '' as $$
  select realtime.send('{"spread_ms": 0}', 'poke', 'scope:account:' || p_uid, true)
$$;
create policy "own scope" on realtime.messages for select to authenticated
  using (realtime.topic() = 'scope:account:' || (select auth.uid()));

insert into storage.buckets (id, name, public) values ('videos', 'videos', false), ('images', 'images', true);
create policy "subscribers read" on storage.objects for select to authenticated
  using (bucket_id = 'videos' and coalesce((select auth.jwt()) ->> 'email', '') like 'pro%');
`;

export function tempDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'sloy-server-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes a supabase folder with the minimal school. */
export function writeSchool(
  folder: string,
  migrations: Record<string, string> = { '20260101000000_create_school.sql': tinyMigration },
): string {
  const supabaseDir = join(folder, 'supabase');
  mkdirSync(join(supabaseDir, 'migrations'), { recursive: true });
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(supabaseDir, 'migrations', name), sql);
  return supabaseDir;
}

export function writeDist(folder: string): string {
  const distDir = join(folder, 'dist');
  mkdirSync(join(distDir, 'assets'), { recursive: true });
  writeFileSync(
    join(distDir, 'index.html'),
    '<!doctype html><html lang="bg"><meta property="og:image" content="/share.png"><script>1</script><script type="module" src="/assets/app-1a2b.js"></script></html>',
  );
  writeFileSync(
    join(distDir, 'landing.html'),
    '<!doctype html><html lang="bg"><meta property="og:url" content="/"><h1>Слой</h1></html>',
  );
  writeFileSync(join(distDir, 'login.html'), '<!doctype html><html lang="bg"><script>2</script><form></form></html>');
  writeFileSync(join(distDir, 'assets', 'app-1a2b.js'), `export const text = ${JSON.stringify('слой '.repeat(500))};`);
  writeFileSync(join(distDir, 'sw.js'), 'self.addEventListener("fetch", () => undefined);');
  return distDir;
}

export interface TestServer extends RunningServer {
  folder: string;
  settings: Settings;
  stop: () => Promise<void>;
}

/** True if two servers behind nginx answer the tests, on a PostgreSQL and an S3 store that they share. */
export const isPair = process.env.PROCESSES === '2';

interface TestOptions extends StartOptions {
  /** The test looks at what one process has for itself: its log, memory, counters, folder or ports. */
  alone?: boolean;
}

/** Starts a server in this process, with its own data folder and free ports. */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  { alone, ...options }: TestOptions = {},
): Promise<TestServer> {
  const { path: folder, remove } = tempDir();
  const settings: Settings = {
    ...settingsOf({ RATE_LIMITS: 'relaxed', BOT_CHECK: 'off' }),
    port: 0,
    paymentsPort: 0,
    dataDir: join(folder, 'data'),
    distDir: writeDist(folder),
    supabaseDir: overrides.supabaseDir ?? writeSchool(folder),
    seed: false,
    ...overrides,
  };
  if (isPair && !alone && mayBePair(overrides, options)) {
    const pair = await startPair(settings);
    return { ...pair, folder, settings, stop: () => pair.stop().finally(remove) };
  }
  if (!settings.databaseUrl) await createPostgresFolder(settings.dataDir);
  const server = await startServer(settings, options);
  const stop = async () => {
    await server.close();
    remove();
  };
  return { ...server, folder, settings, stop };
}

export function clientOf(server: Pick<RunningServer, 'url' | 'backend'>): SupabaseClient {
  return createClient(server.url, server.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });
}

/** Sends a request with a body, in the name of `token`'s account or of a visitor. @param path without the leading slash */
export const sendTo = ({ url, backend }: RunningServer, method: string, path: string, body: unknown, token?: string) =>
  fetch(`${url}/${path}`, {
    method,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });

export const password = 'Parola-2026!';

/** Registers a learner and signs in. */
export async function learner(server: RunningServer, name: string) {
  const client = clientOf(server);
  const { data, error } = await client.auth.signUp({
    email: `${name}@school.test`,
    password,
    options: { data: { full_name: name } },
  });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, uid: data.session.user.id, token: data.session.access_token, session: data.session };
}

/** Solves the bot check and returns its token. */
export async function solvedChallenge(url: string): Promise<string> {
  const challenge = await (await fetch(`${url}/auth/v1/altcha`)).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
