/**
 * Dated dumps of the embedded database, beside its folder: DATA_DIR/dumps/db-<time>.tar.gz. A background job writes one each hour.
 * Guarantees: a dump gets its final name only once it is completely on disk; the newest 24 dumps are kept.
 */
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../ops/sync-folder';
import { type TarEntry, tarStream } from '../../ops/tar';
import type { Database } from '../contract/database';
import { Mutex } from './mutex';

const KEPT_DUMPS = 24;
const dumpName = /^db-\d{8}T\d{6}Z\.tar\.gz$/;

export const dumpsDir = (dataDir: string) => join(dataDir, 'dumps');

/** The time to the second (UTC), without characters that file systems forbid. */
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

/** The entries of an archive that PGlite can restore: names begin with a slash, and a folder precedes its content. */
function entriesOf(folder: string, name = ''): TarEntry[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const own = { name: `${name}/${entry.name}`, path: join(folder, entry.name) };
    return entry.isDirectory() ? [own, ...entriesOf(own.path, own.name)] : [own];
  });
}

const writing = new Mutex();

/** Writes a dump and removes the oldest dumps. @returns the file of the new dump */
export const writeDump = (database: Pick<Database, 'copyFiles'>, dataDir: string, now = Date.now()): Promise<string> =>
  writing.runExclusive(async () => {
    if (!database.copyFiles) throw new Error('Only the embedded database has dumps');
    const folder = dumpsDir(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.part')))
      await rm(join(folder, name), { recursive: true, force: true });
    const file = join(folder, `db-${fileTime(now)}.tar.gz`);
    const copy = `${file}.files.part`;
    try {
      await database.copyFiles(copy);
      await pipeline(
        tarStream(entriesOf(copy)),
        createGzip({ level: 1 }),
        createWriteStream(`${file}.part`, { mode: 0o600, flush: true } as object),
      );
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
    renameSync(`${file}.part`, file);
    syncFolder(folder);
    for (const old of listDumps(dataDir).slice(KEPT_DUMPS)) rmSync(old, { force: true });
    return file;
  });
