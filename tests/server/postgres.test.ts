import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientOf, learner, startTestServer, type TestServer, tempDir, tinyMigration, writeSchool } from './harness';
import { startCluster } from './postgres-cluster';

// With DATABASE_URL the same server runs on a real PostgreSQL, where each request has its own session.
const school = {
  '20260101000000_create_school.sql': tinyMigration,
  '20260101000001_create_sync.sql': `
    create function public.sync_push(p_docs json, p_version int default null) returns json language sql as $$
      select json_build_object('docs', p_docs, 'uid', auth.uid(), 'email', auth.email(), 'role', current_user)
    $$;
    create function public.sync_pull(p_cursors jsonb, p_limit int, p_version int default null) returns json language sql as $$ select json_build_array(p_cursors, p_limit, auth.uid()) $$;
    create table public.days (seen date);
    grant insert on public.days to authenticated;`,
};
const schoolDir = tempDir();
let postgres: Awaited<ReturnType<typeof startCluster>>;
let server: TestServer;

beforeAll(async () => {
  postgres = await startCluster();
  server = await startTestServer({
    databaseUrl: postgres.databaseUrl,
    supabaseDir: writeSchool(schoolDir.path, school),
  });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
  schoolDir.remove();
});

test('accounts, rows, rights, files and pokes work on a real PostgreSQL', { timeout: 60_000 }, async () => {
  const [pro, free] = [await learner(server, 'pro-pg'), await learner(server, 'free-pg')];
  expect((await pro.client.from('notes').insert({ body: 'моя' })).error).toBeNull();
  expect((await free.client.from('notes').select()).data).toEqual([]);
  expect((await pro.client.from('notes').insert({ body: 'x', points: 9 })).error?.code).toBe('42501');
  expect((await free.client.rpc('who')).data).toEqual({
    uid: free.uid,
    email: 'free-pg@school.test',
    role: 'authenticated',
  });

  const upload = {
    method: 'POST',
    headers: { apikey: server.backend.secrets.secret_key, 'content-type': 'video/mp4' },
    body: 'video',
  };
  expect((await fetch(`${server.url}/storage/v1/object/videos/a.mp4`, upload)).status).toBe(200);
  const signed = await pro.client.storage.from('videos').createSignedUrl('a.mp4', 60);
  expect(await (await fetch(signed.data?.signedUrl ?? '', { headers: { range: 'bytes=1-2' } })).text()).toBe('id');
  expect((await free.client.storage.from('videos').createSignedUrl('a.mp4', 60)).error?.message).toBe(
    'Object not found',
  );

  await pro.client.realtime.setAuth(pro.token);
  const poked = new Promise((heard) => {
    const channel = pro.client.channel(`scope:account:${pro.uid}`, { config: { private: true } });
    channel
      .on('broadcast', { event: 'poke' }, ({ payload }) => heard(payload))
      .subscribe(async (status) => {
        if (status === 'SUBSCRIBED') await free.client.rpc('poke', { p_uid: pro.uid });
      });
  });
  expect(await poked).toEqual({ spread_ms: 0 });
  await pro.client.realtime.removeAllChannels();
});

test('a value of the wrong type is reported as an error of the caller', async () => {
  const { client } = await learner(server, 'days-pg');
  for (const seen of [[], {}, 'x', true]) expect((await client.from('days').insert({ seen })).status).toBe(400);
});

test('the sync calls are answered for their caller, on both paths', async () => {
  const { uid, client } = await learner(server, 'device-pg');
  const general = vi.spyOn(server.backend, 'fetch');
  // Background jobs use the general path too, so count only the sync calls.
  const generalCalls = () => general.mock.calls.filter(([{ url }]) => url.includes('/rpc/sync_')).length;
  const docs = [{ id: 'view/1', text: 'Здравей "свят" \\\\ 1', at: 1e15 }];
  const [pushed, pulled] = [
    await client.rpc('sync_push', { p_docs: docs }),
    await client.rpc('sync_pull', { p_cursors: [{ scope: 'public' }], p_limit: 7 }),
  ];
  expect(generalCalls()).toBe(0);
  expect(pushed.data).toEqual({ docs, uid, email: 'device-pg@school.test', role: 'authenticated' });
  expect(pulled.data).toEqual([[{ scope: 'public' }], 7, uid]);
  const header = ['Accept', 'application/json, */*'] as const;
  expect((await client.rpc('sync_push', { p_docs: docs }).setHeader(...header)).data).toEqual(pushed.data);
  expect(
    (await client.rpc('sync_pull', { p_cursors: [{ scope: 'public' }], p_limit: 7 }).setHeader(...header)).data,
  ).toEqual(pulled.data);
  expect(generalCalls()).toBe(2);
  general.mockRestore();
});

test('the seed works on a real PostgreSQL: content, progress and writes are there', {
  timeout: 120_000,
}, async () => {
  await server.backend.database.run('create database academy');
  const academy = await startTestServer({
    databaseUrl: server.settings.databaseUrl?.replace(/postgres$/, 'academy'),
    supabaseDir: join(import.meta.dirname, '../../supabase'),
    seed: true,
  });
  const signedIn = async (email: string) => {
    const client = clientOf(academy);
    const { data, error } = await client.auth.signInWithPassword({ email, password: 'Sloy-2026!' });
    if (error) throw error;
    return { client, uid: data.user.id };
  };
  const { client, uid } = await signedIn('premium@sloy.test');
  const [lesson] = await academy.backend.database.run('select id from public.videos limit 1', []);
  const note = {
    id: 'note/a0000000-0000-4000-8000-000000000001',
    kind: 'note',
    at: Date.now(),
    active_on: '2026-10-01',
    rev: 0,
    data: { video_id: lesson?.id, versions: [{ at: Date.now(), text: 'Дюза "0,4"', position: 5, deleted: false }] },
  };
  expect((await client.rpc('sync_push', { p_docs: [note] })).data).toEqual([
    { id: note.id, status: 'applied', rev: expect.any(Number) },
  ]);
  const again = await client.rpc('sync_push', { p_docs: [note] }).setHeader('Prefer', 'count=none');
  expect(again.data).toEqual([{ id: note.id, status: 'same', rev: expect.any(Number) }]);
  const pulled = await client.rpc('sync_pull', { p_cursors: [{ scope: `journal:${uid}`, seq: 0 }], p_limit: 500 });
  expect(pulled.data).toMatchObject([{ rows: expect.arrayContaining([expect.objectContaining({ id: note.id })]) }]);

  const admin = await signedIn('admin@sloy.test');
  const [test] = await academy.backend.database.run('select id, row_version from public.tests limit 1', []);
  const options = [
    { id: '1', text: 'да', isCorrect: true },
    { id: '2', text: 'не', isCorrect: false },
  ];
  const question = { id: '00000000-0000-4000-8000-000000000099', text: 'Лепи ли?', type: 'single', options };
  const made = await admin.client.rpc('save_test', {
    ...{ p_id: test?.id, p_version: test?.row_version, p_test: {}, p_questions: [question] },
  });
  expect(made).toMatchObject({ error: null, data: { questions: [{ text: 'Лепи ли?', options }] } });
  const late = await admin.client.rpc('save_test', {
    ...{ p_id: test?.id, p_version: test?.row_version, p_test: { title: 'x' }, p_questions: null },
  });
  expect(late).toMatchObject({ status: 409, error: { code: 'PT409', message: 'version_conflict' } });
  const newcomer = await learner(academy, 'nov');
  expect((await newcomer.client.from('profiles').select('full_name').eq('id', newcomer.uid).single()).data).toEqual({
    full_name: 'nov',
  });
  await academy.stop();
});

test('of two servers that start concurrently on one empty database, one refuses and the other applies each migration', {
  timeout: 120_000,
}, async () => {
  await server.backend.database.run('create database twins');
  const databaseUrl = server.settings.databaseUrl?.replace(/postgres$/, 'twins');
  const supabaseDir = writeSchool(server.folder, school);
  const twins = await Promise.allSettled([1, 2].map(() => startTestServer({ databaseUrl, supabaseDir })));
  expect(twins.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const twin of twins) {
    if (twin.status === 'rejected') {
      expect(String(twin.reason)).toContain('Another server is already running on the database of DATABASE_URL.');
      continue;
    }
    const applied = await twin.value.backend.database.run('select name from embedded.migrations order by name', []);
    expect(applied).toEqual(Object.keys(school).map((name) => ({ name })));
    await twin.value.stop();
  }
});

test('a changed migration is rejected, and the message does not suggest deleting a folder', async () => {
  await server.close();
  const changed = writeSchool(server.folder, {
    ...school,
    '20260101000000_create_school.sql': `${tinyMigration}-- changed`,
  });
  const again = startTestServer({ databaseUrl: server.settings.databaseUrl, supabaseDir: changed });
  await expect(again).rejects.toThrow('Use that build, or: name an empty database in DATABASE_URL');
});
