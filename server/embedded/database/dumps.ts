/**
 * Dated dumps of the embedded database, beside its folder: DATA_DIR/dumps/db-<time>.tar.gz. A background job writes one each hour.
 * Guarantees: a dump has its name only after all of it is on disk; the newest 24 are kept.
 */
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../ops/sync-folder';
import type { Database } from '../contract/database';

const KEPT_DUMPS = 24;
const dumpName = /^db-\d{8}T\d{6}Z\.tar\.gz$/;

export const dumpsDir = (dataDir: string) => join(dataDir, 'dumps');

/** Names the second, without the characters that file systems forbid. */
export const fileTime = (now: number) => new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** The dumps of a data folder, newest first. */
export function listDumps(dataDir: string): string[] {
  const folder = dumpsDir(dataDir);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => dumpName.test(name)) : [];
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** Writes a dump and removes the oldest ones. @returns its file */
export async function writeDump(database: Pick<Database, 'dump'>, dataDir: string, now = Date.now()): Promise<string> {
  if (!database.dump) throw new Error('Only the embedded database has dumps');
  const folder = dumpsDir(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true });
  const file = join(folder, `db-${fileTime(now)}.tar.gz`);
  const dump = await database.dump();
  await pipeline(
    // `as`: the stream types of the DOM and of Node differ.
    Readable.fromWeb(dump.stream() as ReadableStream),
    createGzip({ level: 1 }),
    createWriteStream(`${file}.part`, { mode: 0o600, flush: true } as object),
  );
  renameSync(`${file}.part`, file);
  syncFolder(folder);
  for (const old of listDumps(dataDir).slice(KEPT_DUMPS)) rmSync(old, { force: true });
  return file;
}
