import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StartError } from '../../server/ops/settings';
import { learner, startTestServer, writeDist, writeSchool } from './harness';

// A start that fails names the cause in one line and changes nothing.

const folder = mkdtempSync(join(tmpdir(), 'sloy-start-errors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const errorOf = (dataDir: string) =>
  startTestServer({ dataDir }).then(
    () => undefined,
    (error: unknown) => error,
  );

test('a missing secrets.json beside a database with accounts is not replaced by new secrets', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(folder, 'secrets');
  const server = await startTestServer({ dataDir });
  const file = join(dataDir, 'secrets.json');
  const secrets = readFileSync(file, 'utf8');
  await learner(server, 'ani');
  await server.close();
  rmSync(file);
  const error = await errorOf(dataDir);
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toBe(
    `${file} is missing, but the database has accounts. Nothing was changed. Copy it from the server that used this database, ` +
      'or restore it with: npm run backup:restore FILE',
  );
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, secrets);
  await (await startTestServer({ dataDir })).stop();
  await server.stop();
});

test('a folder of another PostgreSQL is named as such, not as damaged', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'version');
  const server = await startTestServer({ dataDir });
  const [version] = await server.backend.database.run('show server_version', []);
  expect(String(version?.server_version)).toMatch(/^17\./);
  await server.close();
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '18\n');
  const error = await errorOf(dataDir);
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toBe(
    `The database in ${join(dataDir, 'db')} is one of PostgreSQL 18, and this build has 17. Nothing was changed. Use the build that made it.`,
  );
  await server.stop();
});

/** Mounts of its own need a Linux that allows them, which some containers do not. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** Starts a server whose data folder is on a disk of this size. @returns what it prints as the error */
function errorOnDisk(megabytes: number, settings: object): string {
  const dataDir = join(folder, `disk-${megabytes}`);
  mkdirSync(dataDir);
  const script = 'mount -t tmpfs -o size="$1"m tmpfs "$2" && exec "$3" --import tsx tests/server/child-server.ts "$4"';
  const args = [String(megabytes), dataDir, process.execPath, JSON.stringify({ dataDir, ...settings })];
  return spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', ...args], { encoding: 'utf8', timeout: 200_000 })
    .stderr;
}

if (canMount)
  test('a full disk is named', { timeout: 240_000 }, () => {
    expect(errorOnDisk(20, { distDir: writeDist(folder), supabaseDir: writeSchool(folder) })).toMatch(
      /^The disk that holds \S+ is full \(\d+ MB free\)\. Free some space and start again\.\n$/,
    );
  });
