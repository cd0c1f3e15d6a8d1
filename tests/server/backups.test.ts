import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { backUp, restoreBackup, restoreDump } from '../../server/embedded/database/backups';
import { openDatabase } from '../../server/embedded/database/database';
import { listDumps, writeDump } from '../../server/embedded/database/dumps';
import { StartError } from '../../server/ops/settings';
import { packTar, unpackTar } from '../../server/ops/tar';
import { clientOf, learner, password, startTestServer } from './harness';

// Dumps and backups of the embedded backend are written while the server runs and restored while it is stopped.

const folder = mkdtempSync(join(tmpdir(), 'sloy-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const supabaseDir = join(import.meta.dirname, '../../supabase');

test('a backup of a running server restores everything, and the restore keeps the replaced data', {
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

  const boss = await learner(server, 'boss');
  const pupil = await learner(server, 'pupil');
  await server.backend.database.run(
    "update auth.users set email_confirmed_at = now() where email = 'boss@school.test'",
    [],
  );
  await server.backend.database.run("insert into public.admin_users (email) values ('boss@school.test')", []);
  const state = async (token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(`${server.paymentsUrl}/server-state`, { headers });
    return { status: answer.status, body: await answer.json() };
  };
  expect([(await state()).status, (await state(pupil.token)).status]).toEqual([401, 403]);
  const { body: first } = await state(boss.token);
  expect(first.backup).toEqual({ at: null, failed_at: null });
  expect(Date.now() - Date.parse(first.now)).toBeLessThan(60_000);
  expect(first.disk.free_bytes).toBeGreaterThan(0);
  expect(first.disk.total_bytes).toBeGreaterThan(first.disk.free_bytes);

  const said = await backUp(place, target);
  const { at } = (await state(boss.token)).body.backup;
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
  // A failed backup does not replace the time of the last successful one.
  renameSync(join(dataDir, 'dumps'), join(dataDir, 'dumps-aside'));
  writeFileSync(join(dataDir, 'dumps'), 'in the way');
  await expect(backUp(place, target)).rejects.toThrow('could not write a dump');
  expect((await state(boss.token)).body.backup).toMatchObject({ at, failed_at: expect.any(String) });
  rmSync(join(dataDir, 'dumps'));
  renameSync(join(dataDir, 'dumps-aside'), join(dataDir, 'dumps'));
  const archive = /Backup: (\S+)/.exec(said)?.[1] ?? '';
  expect(readdirSync(target)).toHaveLength(1);
  await learner(server, 'later');
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  await expect(restoreBackup(place, archive)).rejects.toThrow('Another server is already running');
  const epochOf = (database: typeof server.backend.database) => database.run('select epoch from sync.installation', []);
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
    // The epoch grows so that devices notice that they have more than the server.
    const [after] = await epochOf(again.backend.database);
    expect(Number(after?.epoch)).toBeGreaterThan(Number(before?.epoch));
  } finally {
    await again.stop();
    await server.stop();
  }
});

test('a start with a damaged database names its dumps, and one of them restores it', {
  timeout: 240_000,
}, async () => {
  const dataDir = join(folder, 'damaged');
  const place = { dataDir, databaseUrl: undefined };
  const server = await startTestServer({ dataDir });
  await learner(server, 'ani');
  const dump = await writeDump(server.backend.database, dataDir);
  await server.close();
  truncateSync(join(dataDir, 'db', 'global', 'pg_control'), 10);
  const error = await startTestServer({ dataDir }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  const { message, cause } = error as StartError;
  expect(message).toBe(
    `The database in ${join(dataDir, 'db')} could not be opened: its files are damaged or incomplete. Nothing was changed. ` +
      `Go back to one of its dumps with: npm run db:restore FILE\n  ${dump}`,
  );
  // The message omits PGlite's own error, which helps only developers.
  expect(String(cause)).toMatch(/Aborted|PGlite/);

  const bad = join(folder, 'bad.tar.gz');
  writeFileSync(bad, readFileSync(dump).subarray(0, 10_000));
  await expect(restoreDump(place, bad)).rejects.toThrow('cannot be read');
  writeFileSync(bad, 'no dump at all'.repeat(1_000));
  await expect(restoreDump(place, bad)).rejects.toThrow(`${bad} is no dump of a database, or it is damaged`);
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

test('the database works during a dump, and the dump contains everything committed before it', {
  timeout: 120_000,
}, async () => {
  const server = await startTestServer({}, { alone: true });
  const { dataDir } = server.settings;
  const { database } = server.backend;
  const insert = (body: string) =>
    database.run('insert into public.notes (owner, body) values (gen_random_uuid(), $1)', [body]);
  try {
    for (let n = 0; n < 50; n += 1) await insert(`before ${n}`);
    let dumped = false;
    // PostgreSQL allows one backup at a time: the second dump waits for the first.
    const dumps = Promise.all([writeDump(database, dataDir), writeDump(database, dataDir)]).finally(() => {
      dumped = true;
    });
    let during = 0;
    while (!dumped) {
      await insert(`during ${during++} ${'x'.repeat(2_000)}`);
      // PGlite answers in microtasks, so the loop must pause to let the worker report.
      await pause(20);
    }
    expect(during).toBeGreaterThan(2);
    const [file] = await dumps;
    expect(readdirSync(join(dataDir, 'dumps')).filter((name) => name.endsWith('.part'))).toEqual([]);
    await server.close();
    await restoreDump({ dataDir, databaseUrl: undefined }, file);
    const restored = await openDatabase({ dataDir, databaseUrl: undefined });
    const rows = await restored.run("select count(*)::int as number from public.notes where body like 'before%'", []);
    expect(rows).toEqual([{ number: 50 }]);
    await restored.run('reindex table public.notes', []);
    await restored.close();
  } finally {
    await server.stop();
  }
});

test('the newest 24 dumps are kept', async () => {
  const dataDir = join(folder, 'hours');
  const copyFiles = async (target: string) => {
    mkdirSync(target);
    writeFileSync(join(target, 'PG_VERSION'), '17');
  };
  for (let hour = 0; hour < 26; hour += 1) await writeDump({ copyFiles }, dataDir, Date.UTC(2026, 10, 23, hour));
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

  test('contain empty files, odd sizes and deep paths in a form that other programs read', async () => {
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

  test('that are damaged or contain paths outside their folder are rejected', async () => {
    const outside = join(folder, 'b.tar');
    await packTar(outside, [{ name: '../escaped', path: file('x', 'x') }]);
    await expect(unpackTar(outside, join(folder, 'inner', 'deep'))).rejects.toThrow('no plain file');
    expect(existsSync(join(folder, 'inner', 'escaped'))).toBe(false);
    await expect(unpackTar(file('c.tar', 'x'.repeat(2048)), folder)).rejects.toThrow('no archive');
    const cut = join(folder, 'd.tar');
    await packTar(cut, [{ name: 'a', path: file('y', 'y'.repeat(5_000)) }]);
    const broken = Buffer.from(readFileSync(cut));
    broken.write('8', 130);
    await expect(unpackTar(file('e.tar', broken), join(folder, 'broken'))).rejects.toThrow('Invalid tar header');
    // After the last whole block of the file, and inside it.
    for (const length of [5_632, 2_000]) {
      truncateSync(cut, length);
      await expect(unpackTar(cut, join(folder, 'cut'))).rejects.toThrow('ends too early');
    }
  });
});
