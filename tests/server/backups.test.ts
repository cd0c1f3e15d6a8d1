import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { backUp, restoreBackup, restoreDump } from '../../server/embedded/database/backups';
import { listDumps, writeDump } from '../../server/embedded/database/dumps';
import { packTar, unpackTar } from '../../server/ops/tar';
import { clientOf, learner, password, startTestServer } from './harness';

// Dumps and backups of the embedded backend: written while the server runs, put back while it does not.

const folder = mkdtempSync(join(tmpdir(), 'sloy-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const supabaseDir = join(import.meta.dirname, '../../supabase');

test('a backup of a running server brings everything back, and the restore keeps what was there', {
  timeout: 240_000,
}, async () => {
  const dataDir = join(folder, 'school');
  const place = { dataDir, databaseUrl: undefined };
  const target = join(folder, 'disk');
  mkdirSync(target);
  await expect(backUp(place, target)).rejects.toThrow('nothing to back up');
  const server = await startTestServer({ dataDir, supabaseDir });
  await learner(server, 'kept');
  const key = { apikey: server.backend.secrets.secret_key, 'content-type': 'image/png' };
  const upload = new Request('http://localhost/storage/v1/object/images/a.png', {
    method: 'POST',
    headers: key,
    body: 'picture',
  });
  expect((await server.backend.fetch(upload)).status).toBe(200);
  await expect(backUp(place, join(dataDir, 'files'))).rejects.toThrow('inside the data folder');
  await expect(backUp(place, join(folder, 'missing'))).rejects.toThrow('is not a folder');

  const said = await backUp(place, target);
  const archive = /Backup: (\S+)/.exec(said)?.[1] ?? '';
  expect(readdirSync(target)).toHaveLength(1);
  await learner(server, 'later');
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  await expect(restoreBackup(place, archive)).rejects.toThrow('Another server is already running');
  const epochOf = (database: typeof server.backend.database) =>
    database.run("select epoch from sync.scope where scope = 'public'", []);
  const [before] = await epochOf(server.backend.database);
  await server.close();

  rmSync(join(dataDir, 'secrets.json'));
  writeFileSync(join(dataDir, 'secrets.json'), '{}');
  await restoreBackup(place, archive);
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets);
  const kept = readdirSync(dataDir).find((name) => name.startsWith('before-')) ?? '';
  expect(readdirSync(join(dataDir, kept)).sort()).toEqual(['db', 'files', 'secrets.json']);

  const again = await startTestServer({ dataDir, supabaseDir });
  try {
    const signIn = (name: string) =>
      clientOf(again).auth.signInWithPassword({ email: `${name}@school.test`, password });
    expect((await signIn('kept')).error).toBeNull();
    expect((await signIn('later')).error?.message).toBe('Invalid login credentials');
    const picture = await fetch(`${again.url}/storage/v1/object/public/images/a.png`);
    expect([picture.status, await picture.text()]).toEqual([200, 'picture']);
    // Devices must notice that they hold more than the server.
    const [after] = await epochOf(again.backend.database);
    expect(Number(after?.epoch)).toBe(Number(before?.epoch) + 1);
  } finally {
    await again.stop();
    await server.stop();
  }
});

test('a database that does not open names its dumps, and one of them brings it back', {
  timeout: 240_000,
}, async () => {
  const dataDir = join(folder, 'damaged');
  const place = { dataDir, databaseUrl: undefined };
  const server = await startTestServer({ dataDir });
  await learner(server, 'ani');
  const dump = await writeDump(server.backend.database, dataDir);
  await server.close();
  truncateSync(join(dataDir, 'db', 'global', 'pg_control'), 10);
  await expect(startTestServer({ dataDir })).rejects.toThrow(
    new RegExp(`could not be opened[\\s\\S]*npm run db:restore FILE[\\s\\S]*${dump.replaceAll('.', '\\.')}`),
  );

  const bad = join(folder, 'bad.tar.gz');
  writeFileSync(bad, readFileSync(dump).subarray(0, 10_000));
  await expect(restoreDump(place, bad)).rejects.toThrow('cannot be read');
  expect(readdirSync(dataDir).filter((name) => /^(before|restoring)/.test(name))).toEqual([]);
  await restoreDump(place, dump);
  const again = await startTestServer({ dataDir });
  try {
    const { error } = await clientOf(again).auth.signInWithPassword({ email: 'ani@school.test', password });
    expect(error).toBeNull();
  } finally {
    await again.stop();
    await server.stop();
  }
});

test('the newest 24 dumps are kept', async () => {
  const dataDir = join(folder, 'hours');
  const dump = async () => new Blob(['database']);
  for (let hour = 0; hour < 26; hour += 1) await writeDump({ dump }, dataDir, Date.UTC(2026, 10, 23, hour));
  const dumps = listDumps(dataDir);
  expect(dumps).toHaveLength(24);
  expect([dumps[0], dumps.at(-1)]).toEqual([
    join(dataDir, 'dumps', 'db-20261124T010000Z.tar.gz'),
    join(dataDir, 'dumps', 'db-20261123T020000Z.tar.gz'),
  ]);
});

describe('archives', () => {
  const file = (name: string, bytes: Buffer | string) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };

  test('hold empty, odd-sized and deeply named files, and other programs would read them', async () => {
    const long = `files/${'a'.repeat(90)}/${'b'.repeat(60)}`;
    const contents: [string, Buffer][] = [
      ['secrets.json', Buffer.from('{}')],
      ['files/empty', Buffer.alloc(0)],
      [long, Buffer.alloc(100_001, 7)],
    ];
    const archive = join(folder, 'a.tar');
    const packed = contents.map(([name, bytes], n) => ({ name, path: file(`source-${n}`, bytes) }));
    expect(await packTar(archive, [...packed, { name: 'gone', path: join(folder, 'gone') }])).toBe(3);
    const target = join(folder, 'unpacked');
    expect(await unpackTar(archive, target)).toBe(3);
    for (const [name, bytes] of contents) expect(readFileSync(join(target, name)).equals(bytes), name).toBe(true);
  });

  test('that are damaged, or that lead out of their folder, are refused', async () => {
    const outside = join(folder, 'b.tar');
    await packTar(outside, [{ name: '../escaped', path: file('x', 'x') }]);
    await expect(unpackTar(outside, join(folder, 'inner', 'deep'))).rejects.toThrow('no plain file');
    expect(existsSync(join(folder, 'inner', 'escaped'))).toBe(false);
    await expect(unpackTar(file('c.tar', 'x'.repeat(2048)), folder)).rejects.toThrow('no archive');
    const cut = join(folder, 'd.tar');
    await packTar(cut, [{ name: 'a', path: file('y', 'y'.repeat(5_000)) }]);
    truncateSync(cut, 2_000);
    await expect(unpackTar(cut, join(folder, 'cut'))).rejects.toThrow('ends too early');
  });
});
