import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import ws from 'ws';
import { openDatabase } from '../../server/embedded/database/database';
import { createPostgresFolder } from '../helpers/postgres-template';
import { Random } from '../helpers/random';
import { password, tempDir, writeDist, writeSchool } from './harness';

/**
 * Simulates power cuts while the server acknowledges writes: stops the process, takes an image of its data folder and opens the image.
 * POWER_CUTS = number of images. POWER_CUT_DISK=loop uses an ext4 file system in a file and copies that file (Linux, root); by default a
 * recorder in the server's process maintains the image without unsynced bytes.
 */
const CUTS = Number(process.env.POWER_CUTS ?? 5);
const DISK = process.env.POWER_CUT_DISK === 'loop' ? 'loop' : 'recorder';
const SEED = Number(process.env.POWER_CUT_SEED ?? Date.now() % 1_000_000);

const { path: folder, remove } = tempDir();
const mounts: string[] = [];
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGCONT');
  child?.kill('SIGKILL');
  for (const mount of mounts) execFileSync('umount', ['-l', mount]);
  remove();
});

function mountImage(file: string, at: string): void {
  mkdirSync(at, { recursive: true });
  execFileSync('mount', ['-o', 'loop', file, at]);
  mounts.push(at);
}

interface Disk {
  dataDir: string;
  env: Record<string, string>;
  nodeOptions: string[];
  /** Copies the disk in its current state. @returns the data folder after the cut */
  cut(n: number): { dataDir: string };
}

async function recorderDisk(): Promise<Disk> {
  const dataDir = join(folder, 'data');
  const image = join(folder, 'image');
  await createPostgresFolder(dataDir);
  cpSync(dataDir, image, { recursive: true });
  return {
    dataDir,
    env: { POWER_CUT_FROM: join(dataDir, 'db'), POWER_CUT_IMAGE: join(image, 'db') },
    nodeOptions: ['--import', join(import.meta.dirname, 'power-cut-recorder.mjs')],
    cut: (n) => {
      cpSync(image, join(folder, `cut-${n}`), { recursive: true });
      return { dataDir: join(folder, `cut-${n}`) };
    },
  };
}

async function loopDisk(): Promise<Disk> {
  const file = join(folder, 'disk.img');
  execFileSync('truncate', ['-s', '768M', file]);
  execFileSync('mkfs.ext4', ['-q', file]);
  mountImage(file, join(folder, 'disk'));
  const dataDir = join(folder, 'disk', 'data');
  await createPostgresFolder(dataDir);
  execFileSync('sync', ['-f', dataDir]);
  return {
    dataDir,
    env: {},
    nodeOptions: [],
    cut: (n) => {
      const copy = join(folder, `cut-${n}.img`);
      execFileSync('cp', ['--sparse=always', file, copy]);
      mountImage(copy, join(folder, `cut-${n}`));
      return { dataDir: join(folder, `cut-${n}`, 'data') };
    },
  };
}

test(`after ${CUTS} power cuts under load (${DISK}) the database opens with every acknowledged write`, {
  timeout: 120_000 + CUTS * 60_000,
}, async () => {
  console.log(`POWER_CUT_SEED=${SEED}`);
  const random = new Random(SEED);
  const disk = await (DISK === 'loop' ? loopDisk() : recorderDisk());
  const settings = { dataDir: disk.dataDir, supabaseDir: writeSchool(folder), distDir: writeDist(folder) };
  const server = spawn(
    process.execPath,
    [...disk.nodeOptions, '--import', 'tsx', join(import.meta.dirname, 'child-server.ts'), JSON.stringify(settings)],
    { env: { ...process.env, ...disk.env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child = server;
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      const ready = /ready (\S+)/.exec(String(chunk))?.[1];
      if (ready) resolve(ready);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const client = createClient(url, 'sb_publishable_sloy_local', {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });
  expect((await client.auth.signUp({ email: 'ani@school.test', password })).error).toBeNull();

  const acknowledged: string[] = [];
  let writing = true;
  const writers = ['a', 'b', 'c'].map(async (writer) => {
    for (let n = 0; writing; n += 1) {
      const body = `${writer}${n}`;
      const { error } = await client.from('notes').insert({ body });
      if (!error) acknowledged.push(body);
    }
  });

  let fewest = Number.POSITIVE_INFINITY;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 3) await after(20);
    await after(Math.floor(random.next() * 700));
    server.kill('SIGSTOP');
    // The list may lack an acknowledgement that is just arriving, but everything in it was acknowledged before the image.
    const promised = [...acknowledged];
    const image = disk.cut(cut);
    server.kill('SIGCONT');
    expect(existsSync(join(image.dataDir, 'db', 'PG_VERSION'))).toBe(true);
    const database = await openDatabase({ dataDir: image.dataDir, databaseUrl: undefined });
    const stored = new Set((await database.run('select body from public.notes', [])).map(({ body }) => String(body)));
    await database.close();
    expect(promised.filter((body) => !stored.has(body))).toEqual([]);
    fewest = Math.min(fewest, promised.length);
  }
  writing = false;
  await Promise.all(writers);
  expect(fewest).toBeGreaterThan(0);
  console.log(`${CUTS} images opened, ${acknowledged.length} writes acknowledged, none missing`);
});
