// Two servers in processes of their own on one PostgreSQL and one S3 store, behind nginx, which passes each request to the next of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startCluster } from '../server/postgres-cluster';
import { startS3 } from '../server/s3-server';
import { freePort, startNginx } from './nginx';

const root = resolve(import.meta.dirname, '../..');
const KILL_MS = 20_000;

/** Starts a server in its own process. @returns the process once the server answers */
export async function launchServer(settings: object): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'tests/server/child-server.ts'), JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' } },
  );
  await new Promise<void>((done, failed) => {
    child.stdout?.on('data', (line: Buffer) => line.toString().startsWith('ready ') && done());
    child.once('exit', (code) => failed(new Error(`a server ended (${code})`)));
  });
  return child;
}

export interface Installation {
  /** URL of nginx. */
  url: string;
  databaseUrl: string;
  /** Kills a server every 20 s, one after the other, and starts it again, until `ends` (ms since 1970). @returns the number of kills */
  killUntil: (ends: () => number) => Promise<number>;
  stop: () => Promise<void>;
}

export async function startInstallation(seed: boolean): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'sloy-processes-'));
  const [cluster, store, port, ...ports] = await Promise.all([
    startCluster(),
    startS3(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const launch = (own: number) =>
    launchServer({
      port: own,
      dataDir: join(folder, String(own)),
      databaseUrl: cluster.databaseUrl,
      s3: store.s3,
      supabaseDir: join(root, 'supabase'),
      seed,
      demoAccounts: seed,
    });
  const children = await Promise.all(ports.map(launch));
  const stopNginx = await startNginx([{ port, servers: ports }]);
  const killUntil = async (ends: () => number) => {
    let kills = 0;
    while (Date.now() + KILL_MS < ends()) {
      await after(KILL_MS);
      const at = kills % children.length;
      children[at]?.kill('SIGKILL');
      kills += 1;
      children[at] = await launch(ports[at] ?? 0);
    }
    return kills;
  };
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL');
    await stopNginx();
    await cluster.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, databaseUrl: cluster.databaseUrl, killUntil, stop };
}
