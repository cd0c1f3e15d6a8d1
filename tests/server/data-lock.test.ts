import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockDataDir, requestDump } from '../../server/embedded/database/data-lock';
import { tempDir } from './harness';

// At most one server uses a data folder, and the operating system releases the lock of a process that was killed.

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
function folder(): string {
  const dir = tempDir();
  cleanups.push(dir.remove);
  return dir.path;
}
async function lock(dataDir: string, control = {}): Promise<() => Promise<void>> {
  const release = await lockDataDir(dataDir, control);
  cleanups.push(release);
  return release;
}
const inUse = (dataDir: string) => `Another server is already running on the data folder ${dataDir}.`;

/** Leaves the socket of a process that was killed while it listened. */
async function leaveAbandonedLock(dataDir: string): Promise<void> {
  const listen = `require('node:net').createServer().listen(process.argv[1], () => console.log('listening'))`;
  const child = spawn(process.execPath, ['-e', listen, join(dataDir, 'lock')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a second server on the same folder is refused until the first one stops', async () => {
  const dataDir = folder();
  const release = await lock(dataDir);
  await expect(lock(dataDir)).rejects.toThrow(inUse(dataDir));
  await release();
  await lock(dataDir);
});

test('a killed server leaves a socket that the next server replaces at once', async () => {
  const dataDir = folder();
  await leaveAbandonedLock(dataDir);
  expect(existsSync(join(dataDir, 'lock'))).toBe(true);
  expect(await requestDump(dataDir)).toBeUndefined();
  await lock(dataDir);
  await expect(lock(dataDir)).rejects.toThrow(inUse(dataDir));
});

test('only one of five servers that start together after a kill holds the folder', async () => {
  const dataDir = folder();
  await leaveAbandonedLock(dataDir);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => lock(dataDir)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(lock(dataDir)).rejects.toThrow(inUse(dataDir));
});

test('a takeover that was killed delays the next start by ten seconds at most', async () => {
  const dataDir = folder();
  await leaveAbandonedLock(dataDir);
  mkdirSync(join(dataDir, 'lock.takeover'));
  await expect(lock(dataDir)).rejects.toThrow(inUse(dataDir));
  const earlier = new Date(Date.now() - 11_000);
  utimesSync(join(dataDir, 'lock.takeover'), earlier, earlier);
  await lock(dataDir);
  expect(existsSync(join(dataDir, 'lock.takeover'))).toBe(false);
});

test('the holder writes a dump for another process, and a foreign listener gives a clear error', async () => {
  const dataDir = folder();
  const release = await lock(dataDir, { dump: async () => '/dumps/one.tar.gz' });
  expect(await requestDump(dataDir)).toBe('/dumps/one.tar.gz');
  await release();
  const mute = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => mute.listen(join(dataDir, 'lock'), resolve));
  cleanups.push(() => void mute.close());
  await expect(requestDump(dataDir)).rejects.toThrow('could not write a dump');
});

test('a folder whose path is too long for a socket is reported with the reason', async () => {
  const dataDir = join(folder(), ...Array.from({ length: 5 }, () => 'a-long-folder-name-of-forty-letters-12345'));
  mkdirSync(dataDir, { recursive: true });
  await expect(lock(dataDir)).rejects.toThrow(/^The data folder .+ cannot be locked: /);
});

test('an existing folder that other users may read is closed to them', async () => {
  const dataDir = folder();
  chmodSync(dataDir, 0o755);
  await lock(dataDir);
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
});
