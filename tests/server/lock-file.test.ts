import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { holdLockFile, type LockOptions } from '../../server/ops/lock-file';
import { tempDir } from './harness';

// At most one server uses a data folder, even if the servers run in two containers and cannot look up each other's process.

const folders: { remove: () => void }[] = [];
const releases: (() => void)[] = [];
afterEach(() => {
  for (const release of releases.splice(0)) release();
  for (const { remove } of folders.splice(0)) remove();
});
function folder(): string {
  const dir = tempDir();
  folders.push(dir);
  return dir.path;
}
const quick = { heartbeatMs: 20, silenceMs: 400, log: () => undefined };
async function hold(dataDir: string, options: LockOptions = {}): Promise<() => void> {
  const release = await holdLockFile(dataDir, { ...quick, ...options });
  releases.push(release);
  return release;
}
const container = (name: string) => ({ self: { host: name, pidNamespace: `pid:[${name}]`, pid: 1 } });

test('a second container on the same folder is rejected with one line while the first one runs', async () => {
  const dataDir = folder();
  const release = await hold(dataDir, container('one'));
  const holder = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(holder).toSorted()).toEqual(['boot', 'host', 'id', 'pid', 'pidNamespace']);
  await expect(hold(dataDir, container('two'))).rejects.toThrow(
    `Another server is already running on the data folder ${dataDir}.`,
  );
  release();
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  expect(existsSync(join(dataDir, 'lock.takeover'))).toBe(false);
  await hold(dataDir, container('two'));
});

test('a killed process of this machine leaves a lock that is taken over at once', async () => {
  const dataDir = folder();
  // No process has this id, so the lock's holder counts as killed.
  await hold(dataDir, { self: { pid: 2 ** 30 }, onLost: () => undefined });
  const began = Date.now();
  await hold(dataDir, { silenceMs: 60_000, heartbeatMs: 20 });
  expect(Date.now() - began).toBeLessThan(10_000);
});

test('a running process of this machine with a heartbeat is reported at once; without one, the server waits', async () => {
  const dataDir = folder();
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  try {
    await once(holder, 'spawn');
    // With an interval of one minute, no heartbeat comes during the test.
    const slow = { heartbeatMs: 60_000, onLost: () => undefined };
    await hold(dataDir, { ...slow, self: { pid: holder.pid as number } });
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await expect(hold(dataDir, { ...slow, log })).rejects.toThrow('Another server is already running');
    expect(lines).toEqual([]);
    utimesSync(join(dataDir, 'lock'), new Date(), new Date(Date.now() - 3_600_000));
    await hold(dataDir, { log });
    expect(lines).toEqual([expect.stringContaining('Waiting up to 0.4 s')]);
  } finally {
    holder.kill('SIGKILL');
  }
});

test('a lock without a heartbeat is taken over after the silence, and its old holder stops when it wakes', async () => {
  const dataDir = folder();
  const lost: string[] = [];
  // Simulates a paused container: its next heartbeat comes after the takeover.
  await hold(dataDir, { ...container('paused'), heartbeatMs: 1_500, onLost: (message) => lost.push(message) });
  await hold(dataDir, container('next'));
  await expect
    .poll(() => lost, { timeout: 10_000 })
    .toEqual([`Another server has taken over the data folder ${dataDir}. This one stops at once.`]);
  expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8'))).toMatchObject({ host: 'next' });
});

test('only one of two servers that take over an abandoned lock concurrently starts', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'lock'), '4711\n');
  const results = await Promise.allSettled([hold(dataDir, container('a')), hold(dataDir, container('b'))]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a server that stops while another one takes over leaves the lock to it', async () => {
  const dataDir = folder();
  const release = await hold(dataDir, container('old'));
  copyFileSync(join(dataDir, 'lock'), join(dataDir, 'lock.takeover'));
  release();
  expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8'))).toMatchObject({ host: 'old' });
  expect(existsSync(join(dataDir, 'lock.takeover'))).toBe(true);
});

test('a server that is late to take over notices the new holder although the heartbeat looks the same', async () => {
  const dataDir = folder();
  const lock = join(dataDir, 'lock');
  const beat = new Date(Date.now() - 3_600_000);
  const write = (text: string) => {
    writeFileSync(lock, text);
    utimesSync(lock, beat, beat);
  };
  write('4711\n');
  const late = hold(dataDir, container('late'));
  write('4712\n');
  await expect(late).rejects.toThrow('Another server is already running');
  expect(readFileSync(lock, 'utf8')).toBe('4712\n');
  expect(existsSync(`${lock}.takeover`)).toBe(false);
});

test.each([
  ['a killed process', { pid: 2 ** 30 }],
  ['a silent container', container('gone').self],
])('a takeover that %s did not finish does not block the folder', async (_, dead) => {
  const dataDir = folder();
  const first = await hold(dataDir, { self: dead });
  copyFileSync(join(dataDir, 'lock'), join(dataDir, 'lock.takeover'));
  first();
  writeFileSync(join(dataDir, 'lock'), '4711\n');
  await hold(dataDir);
  expect(existsSync(join(dataDir, 'lock.takeover'))).toBe(false);
});

test('a lock of an earlier version counts as held while its file is touched', async () => {
  const dataDir = folder();
  const lock = join(dataDir, 'lock');
  writeFileSync(lock, '4711\n');
  const touching = hold(dataDir);
  await after(60);
  utimesSync(lock, new Date(), new Date(Date.now() + 5_000));
  await expect(touching).rejects.toThrow('Another server is already running');
});
