/**
 * Backups of an installation: one archive with a dump of the database, the stored files and secrets.json.
 * Guarantees: a backup gets its final name only once it is completely on disk; a restore that cannot unpack the backup changes nothing,
 * and a successful restore keeps the previous data in DATA_DIR/before-<time>.
 * Rule: a restored database starts new epochs, so that devices pull their scopes again and push the documents that the backup lacks. The next start
 * notices the restore (restored.ts); `declareRestored` is for a restore that leaves no trace.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { recordBackup } from '../../ops/backup-record';
import { type Settings, StartError } from '../../ops/settings';
import { syncFolder, syncTree } from '../../ops/sync-folder';
import { isTar, packTar, type TarEntry, unpackTar } from '../../ops/tar';
import { lockDataDir, requestDump } from './data-lock';
import { messageOf, openDatabase } from './database';
import { fileTime, writeDump } from './dumps';
import { highestEpoch, renewScopes } from './restored';

type Installation = Pick<Settings, 'dataDir' | 'databaseUrl'>;

const DUMP_NAME = 'db.tar.gz';
/** Entries of the data folder that a restore replaces. */
const RESTORED = ['db', 'files', 'secrets.json'];

function filesIn(folder: string, name: string): TarEntry[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): TarEntry[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, `${name}/${entry.name}`);
    return entry.isFile() ? [{ name: `${name}/${entry.name}`, path }] : [];
  });
}

/** Writes a new dump: asks the running server for it, otherwise opens the database in this process. */
async function freshDump({ dataDir }: Installation): Promise<string> {
  const file = await requestDump(dataDir);
  if (file) return file;
  const unlock = await lockDataDir(dataDir);
  try {
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    try {
      return await writeDump(database, dataDir);
    } finally {
      await database.close();
    }
  } finally {
    await unlock();
  }
}

/** Packs the installation into a new archive in `target`, whether or not a server runs. @returns the message to print */
export async function backUp({ dataDir, databaseUrl }: Installation, target: string): Promise<string> {
  const folder = resolve(target);
  if (!databaseUrl && !existsSync(join(dataDir, 'secrets.json')))
    throw new StartError(`There is nothing to back up in ${dataDir}.`);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new StartError(`${folder} is not a folder.`);
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new StartError(`${folder} is inside the data folder. A backup belongs on another disk.`);
  try {
    const said = await packInstallation({ dataDir, databaseUrl }, folder);
    recordBackup(dataDir, true);
    return said;
  } catch (error) {
    noteFailure(dataDir);
    throw error;
  }
}

/** Records a failed backup. Rule: an error while recording it (a full disk) must not hide why the backup failed. */
function noteFailure(dataDir: string): void {
  try {
    recordBackup(dataDir, false);
  } catch {
    // Ignore the error. The command prints the reason why the backup failed, with or without this record.
  }
}

async function packInstallation({ dataDir, databaseUrl }: Installation, folder: string): Promise<string> {
  // Write the dump before the files: a file that is stored in between has no row in the dump, which is harmless.
  const dump = databaseUrl ? undefined : await freshDump({ dataDir, databaseUrl });
  const archive = join(folder, `sloy-${fileTime(Date.now())}.tar`);
  const entries = [
    ...(dump ? [{ name: DUMP_NAME, path: dump }] : []),
    // With DATABASE_URL, the secrets are in the database.
    ...(databaseUrl ? [] : [{ name: 'secrets.json', path: join(dataDir, 'secrets.json') }]),
    ...filesIn(join(dataDir, 'files'), 'files'),
  ];
  try {
    const files = await packTar(`${archive}.part`, entries);
    renameSync(`${archive}.part`, archive);
    syncFolder(folder);
    const megabytes = (statSync(archive).size / 1024 / 1024).toFixed(1);
    const note = databaseUrl
      ? 'The PostgreSQL of DATABASE_URL, which holds the secrets of this installation, is not in it.'
      : 'It contains the secrets of this installation.';
    return `Backup: ${archive} (${files} files, ${megabytes} MB). ${note}`;
  } catch (error) {
    rmSync(`${archive}.part`, { force: true });
    throw new StartError(`The backup was not written: ${messageOf(error)}`);
  }
}

/** Unpacks a dump into `staging`/db and opens it once, so that a damaged dump is rejected before anything is replaced. */
async function unpackDump(dump: string, staging: string): Promise<void> {
  let tar: Buffer;
  try {
    const bytes = readFileSync(dump);
    tar = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  } catch (error) {
    throw new StartError(`${dump} cannot be read: ${messageOf(error)}`);
  }
  const noDump = (cause?: unknown) =>
    new StartError(`${dump} is no dump of a database, or it is damaged. Nothing was changed.`, { cause });
  if (!isTar(tar)) throw noDump();
  const loadDataDir = new Blob([tar as Uint8Array<ArrayBuffer>]);
  const database = await openDatabase({ dataDir: staging, databaseUrl: undefined, loadDataDir }).catch((cause) => {
    throw noDump(cause);
  });
  await database.close();
}

/** Runs `unpack` in a new folder, then moves its entries into the data folder. @returns the folder with the replaced entries */
async function replace(dataDir: string, unpack: (staging: string) => Promise<void>): Promise<string> {
  const unlock = await lockDataDir(dataDir);
  const time = fileTime(Date.now());
  const staging = join(dataDir, `restoring-${time}`);
  const before = join(dataDir, `before-${time}`);
  try {
    mkdirSync(staging, { mode: 0o700 });
    await unpack(staging);
    syncTree(staging);
    mkdirSync(before, { mode: 0o700 });
    for (const name of RESTORED.filter((entry) => existsSync(join(staging, entry)))) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(before, name));
      renameSync(join(staging, name), join(dataDir, name));
    }
    syncFolder(dataDir);
    return before;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`Nothing was restored: ${messageOf(error)}`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    await unlock();
  }
}

function required(file: string): string {
  const path = resolve(file);
  if (!existsSync(path)) throw new StartError(`${path} does not exist.`);
  return path;
}

/** Replaces the content of the data folder with a backup. @returns the message to print */
export async function restoreBackup({ dataDir, databaseUrl }: Installation, file: string): Promise<string> {
  const archive = required(file);
  const before = await replace(dataDir, async (staging) => {
    await unpackTar(archive, staging);
    if (!existsSync(join(staging, databaseUrl ? 'files' : 'secrets.json')))
      throw new StartError(`${archive} is not a backup.`);
    const dump = join(staging, DUMP_NAME);
    if (existsSync(dump)) {
      await unpackDump(dump, staging);
      rmSync(dump);
    }
  });
  return `Restored ${archive}. What was there before is in ${before}.`;
}

/** Replaces the database with an hourly dump; files and secrets stay. @returns the message to print */
export async function restoreDump({ dataDir, databaseUrl }: Installation, file: string): Promise<string> {
  if (databaseUrl) throw new StartError('DATABASE_URL is set: its database has no dumps here.');
  const dump = required(file);
  const before = await replace(dataDir, (staging) => unpackDump(dump, staging));
  return `Restored ${dump}. The database from before is in ${before}.`;
}

/** Makes every device read all its scopes again, after a restore that the server cannot notice. @returns the message to print */
export async function declareRestored({ dataDir, databaseUrl }: Installation): Promise<string> {
  // Other processes may use a PostgreSQL meanwhile.
  const unlock = databaseUrl ? undefined : await lockDataDir(dataDir);
  try {
    const database = await openDatabase({ dataDir, databaseUrl });
    try {
      const epoch = await renewScopes(database.run, highestEpoch(dataDir));
      return `Every device reads its data again and sends what the database has lost (epoch ${epoch}).`;
    } finally {
      await database.close();
    }
  } finally {
    await unlock?.();
  }
}
