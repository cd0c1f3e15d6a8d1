import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { JobRunner } from '../../server/jobs/job-runner';
import { catalogueOf } from '../helpers/catalogue';
import { openDatabase } from '../helpers/database';
import { clientOf, startTestServer, type TestServer, tempDir } from './harness';

// Opens the data folder of each released version with the current server.
const root = resolve(import.meta.dirname, '../..');
const supabase = join(root, 'supabase');
const versions = join(root, 'tests/fixtures/versions');
const oldVersion = join(versions, 'd2a7e62');
const { baseline } = JSON.parse(readFileSync(join(supabase, 'adoptions/d2a7e62.json'), 'utf8')) as {
  baseline: string[];
};
const current = readdirSync(join(supabase, 'migrations'))
  .filter((file) => file.endsWith('.sql'))
  .sort();
const folder = tempDir();
// Background jobs insert rows (signatures, reminders), so that tables before and after a migration would differ.
beforeAll(() => void vi.spyOn(JobRunner.prototype, 'start').mockReturnValue(undefined));
afterAll(() => {
  vi.restoreAllMocks();
  folder.remove();
});

const started: TestServer[] = [];
async function start(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...args);
  started.push(server);
  return server;
}
// A failed test must close its servers too: a server that loses its data folder ends the whole process.
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

const idOf = (n: number) => `note/a0000000-0000-4000-8000-00000000000${n}`;
const note = (n: number, video: unknown, text: string, at: number) => ({
  id: idOf(n),
  kind: 'note',
  at,
  active_on: '2026-10-01',
  rev: 0,
  data: { video_id: video, versions: [{ at, text, position: 5, deleted: false }] },
});

async function signIn(server: TestServer, email: string) {
  const client = clientOf(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: 'Sloy-2026!' });
  if (error) throw error;
  const { id } = data.user;
  const pull = async (scope: string) => {
    const pulled = await client.rpc('sync_pull', { p_cursors: [{ scope, seq: 0 }], p_limit: 1000 });
    return (pulled.data as { epoch: number; seq: number; rows: { kind: string; id: string; body: unknown }[] }[])[0];
  };
  const push = async (docs: unknown[]) => (await client.rpc('sync_push', { p_docs: docs })).data as unknown;
  return { client, id, pull, push };
}

const rowCounts = `
  select c.oid::regclass::text as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text as rows
  from pg_class c where c.relnamespace::regnamespace::text in ('public', 'sync', 'billing', 'auth') and c.relkind = 'r' order by 1`;
const historyOf = (server: TestServer) =>
  server.backend.database.run('select name, hash from embedded.migrations order by name', []);

/** A folder with the migrations and seed files that a version had. */
function supabaseOf(version: string): string {
  const files = JSON.parse(readFileSync(join(versions, version, 'database.json'), 'utf8')) as string[];
  for (const file of files) cpSync(join(supabase, file), join(folder.path, version, file));
  return join(folder.path, version);
}

const released = readdirSync(versions).filter((name) => existsSync(join(versions, name, 'database.json')));
const schools: [version: string, supabaseDir: () => string, known: string[]][] = [
  ['d2a7e62', () => oldVersion, baseline],
  ...released.map((version): (typeof schools)[number] => {
    const known = JSON.parse(readFileSync(join(versions, version, 'database.json'), 'utf8')) as string[];
    return [version, () => supabaseOf(version), known.map((file) => file.replace('migrations/', ''))];
  }),
];

test('there is a database of every version that has a device', () => {
  const devices = readdirSync(versions).filter((name) => existsSync(join(versions, name, 'device.json')));
  expect(schools.map(([version]) => version).sort()).toEqual(devices.sort());
});

test.each(schools)(
  'a database of %s keeps every row and note, and its catalogue becomes the current one',
  {
    timeout: 180_000,
  },
  async (version, supabaseDir, known) => {
    const dataDir = join(folder.path, `data-${version}`);
    const old = await start({ dataDir, supabaseDir: supabaseDir(), seed: true });
    const [lesson] = await old.backend.database.run('select id from public.videos order by id limit 1', []);
    const before = await signIn(old, 'premium@sloy.test');
    const first = note(1, lesson?.id, 'Дюза "0,4"', Date.now());
    expect(await before.push([first])).toEqual([{ id: first.id, status: 'applied' }]);
    const oldJournal = await before.pull(`journal:${before.id}`);
    const oldAccount = await before.pull(`account:${before.id}`);
    const oldPublic = await before.pull('public');
    const oldRows = await old.backend.database.run(rowCounts, []);
    await old.close();

    const server = await start({ dataDir, supabaseDir: supabase }); // not seeded, because a later seed may add rows
    expect(server.backend.migrated).toEqual(current.filter((file) => !known.includes(file)));
    const fresh = await openDatabase();
    expect(await catalogueOf((sql) => server.backend.database.run(sql))).toEqual(await catalogueOf(fresh.query));
    await fresh.close();

    const counted = (rows: Record<string, unknown>[]) =>
      // Ignore these tables, because every sign-in adds a session with tokens.
      rows.filter(
        ({ name }) => !/^auth\.(sessions|refresh_tokens|mfa_amr_claims|audit_log_entries)$/.test(String(name)),
      );
    const oldTables = new Set(oldRows.map(({ name }) => name));
    const newRows = await server.backend.database.run(rowCounts, []);
    expect(counted(newRows.filter(({ name }) => oldTables.has(name)))).toEqual(counted(oldRows));
    const after = await signIn(server, 'premium@sloy.test');
    expect(await after.pull(`journal:${after.id}`)).toEqual(oldJournal);
    // A later migration may add fields to a row and thereby change `updated_at`.
    const newAccount = new Map(
      (await after.pull(`account:${after.id}`))?.rows.map(({ kind, id, body }) => [`${kind}/${id}`, body]),
    );
    expect(newAccount.size).toBe(oldAccount?.rows.length);
    for (const { kind, id, body } of oldAccount?.rows ?? []) {
      // Later versions hide the answers of a quiz that a certificate requires; whether an answer was right stays visible.
      const { updated_at: _, review, ...kept } = body as Record<string, unknown>;
      const now = newAccount.get(`${kind}/${id}`) as Record<string, unknown> | undefined;
      expect(now).toMatchObject(kept);
      const marks = (of: unknown) =>
        (of as { question_id: string; correct: boolean }[]).map((one) => [one.question_id, one.correct]);
      if (review) expect(marks(now?.review)).toEqual(marks(review));
    }
    expect(await after.pull('public')).toEqual(oldPublic);
    // Certificates issued by earlier versions now show the server's date instead of a date that a device reported.
    const dates = await server.backend.database.run(
      'select i.issued_at = u.completed_at as same from public.issued_certificates i join public.user_certificates u using (user_id, certificate_id) where i.revoked_at is null',
      [],
    );
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.filter(({ same }) => !same)).toEqual([]);

    const second = note(2, lesson?.id, 'Втора', Date.now());
    expect(await after.push([first, second])).toEqual([
      { id: first.id, status: 'same' },
      { id: second.id, status: 'applied' },
    ]);
    const ids = (await after.pull(`journal:${after.id}`))?.rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(await server.backend.database.run('select 1 from sync.dirty', [])).toEqual([]);
    const admin = await signIn(server, 'admin@sloy.test');
    const renamed = await admin.client
      .from('videos')
      .update({ title: 'Ново име', row_version: 1 })
      .eq('id', String(lesson?.id))
      .select();
    expect(renamed.data).toHaveLength(1);
    expect((await after.pull('public'))?.seq).toBeGreaterThan(oldPublic?.seq ?? 0);
    await server.close();

    const again = await start({ dataDir, supabaseDir: supabase, seed: true });
    expect(again.backend.migrated).toEqual([]);
  },
);

test('a database of an unknown chain stops the start with one sentence and is not touched', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(folder.path, 'unknown');
  const unknownChain = join(folder.path, 'unknown-chain');
  cpSync(join(oldVersion, 'migrations'), join(unknownChain, 'migrations'), { recursive: true });
  // Changes one migration of version d2a7e62 and thereby its hash, so that no released version has this chain of migrations.
  const changed = '20261120008100_create_devices.sql';
  writeFileSync(join(unknownChain, 'migrations', changed), '-- empty');
  const old = await start({ dataDir, supabaseDir: unknownChain });
  const history = await historyOf(old);
  const before = await catalogueOf((sql) => old.backend.database.run(sql));
  await old.close();

  await expect(start({ dataDir, supabaseDir: supabase })).rejects.toThrow(
    /^The database has the migration 20261120000100_create_sync_base.sql, which this version does not know; nothing was changed\. Use the version that created the database, or: npm run db:reset$/,
  );
  const same = await start({ dataDir, supabaseDir: unknownChain });
  expect(same.backend.migrated).toEqual([]);
  expect(await historyOf(same)).toEqual(history);
  expect(await catalogueOf((sql) => same.backend.database.run(sql))).toEqual(before);
});
