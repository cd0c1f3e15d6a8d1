// Opens the database: PGlite in the data folder, or the PostgreSQL at DATABASE_URL. Other modules use only the interface `Database`.
import '../lite/environment';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { StartError } from '../../ops/settings';
import { syncFolder, syncTree } from '../../ops/sync-folder';
import { log } from '../../telemetry/log';
import type { Database, Row, Run } from '../contract/database';
import { batchSessionSettings } from '../lite/batch-session-settings';
import { DurableFiles, durableStartParams } from '../lite/durable-files';
import { mapDatabaseErrors } from '../lite/error-answers';
import { listDumps } from './dumps';
import { Mutex } from './mutex';
import { copyOnline } from './online-copy';

/** Key of the advisory lock that a starting server holds: an arbitrary number that the product uses nowhere else. */
const START_LOCK = 7_269_151;
/** Key of the advisory lock that a process holds until it ends. */
const CLAIM_LOCK = 7_269_152;
/** Wait for the lock of a process that has just ended. */
const CLAIM_WAIT = '2s';
/** PostgreSQL notices within about 25 s that the machine of the lock's holder is gone. */
const NOTICE_DEAD_HOLDER =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';
const LOCK_NOT_AVAILABLE = '55P03';

export async function openDatabase(options: {
  dataDir: string;
  databaseUrl: string | undefined;
  /** A dump from which to create the database. */
  loadDataDir?: Blob;
}): Promise<Database> {
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openPglite(options.dataDir, options.loadDataDir);
  // DANGER: by default lite grants ALL on all tables to every role at its first request, which would undo the migrations' column grants.
  // 'active' tells lite that row-level security and the roles already exist; our bootstrap creates them.
  Object.assign(database.connection, { rlsState: 'active' });
  mapDatabaseErrors(database.connection);
  return database;
}

/** The major version of the PostgreSQL in PGlite. */
const POSTGRES_VERSION = '17';

/** The version of the PostgreSQL that made the folder, if it is another one than PGlite's. */
function foreignVersion(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : POSTGRES_VERSION;
  return version === POSTGRES_VERSION || !/^\d+$/.test(version) ? undefined : version;
}

/**
 * Rule: never replace a database that does not open; the message names the dumps to restore. PGlite's own error is kept only as `cause`,
 * because it does not help the reader; a file system error (no permission, disk full) is shown, because the reader can fix it.
 */
function notOpened(dataDir: string, error: unknown): StartError {
  const dumps = listDumps(dataDir);
  const way =
    dumps.length > 0
      ? `Go back to one of its dumps with: npm run db:restore FILE\n${dumps.map((file) => `  ${file}`).join('\n')}`
      : 'There is no dump. Restore a backup with: npm run backup:restore FILE';
  const folder = join(dataDir, 'db');
  const version = foreignVersion(folder);
  if (version)
    return new StartError(
      `The database in ${folder} is one of PostgreSQL ${version}, and this build has ${POSTGRES_VERSION}. Nothing was changed. ` +
        'Use the build that made it.',
      { cause: error },
    );
  const reason = error instanceof Error && 'syscall' in error ? error.message : 'its files are damaged or incomplete';
  return new StartError(`The database in ${folder} could not be opened: ${reason}. Nothing was changed. ${way}`, {
    cause: error,
  });
}

async function openPglite(dataDir: string, loadDataDir: Blob | undefined): Promise<Database> {
  const folder = join(dataDir, 'db');
  let connection: PgliteConnection;
  try {
    if (loadDataDir) mkdirSync(folder, { mode: 0o700 });
    else if (!existsSync(folder)) await createDataFolder(folder);
    connection = await createPgliteConnection({
      url: folder,
      pgliteOptions: {
        startParams: durableStartParams,
        fs: new DurableFiles(folder),
        ...(loadDataDir && { loadDataDir }),
      },
    });
    await connection.driver.waitReady;
  } catch (error) {
    throw notOpened(dataDir, error);
  }
  const driver = connection.driver;
  const mutex = new Mutex();
  serializeAccess(connection, mutex);
  batchSessionSettings(connection);
  const run: Run = async (sql, params) => {
    if (params) return (await driver.query<Row>(sql, params)).rows;
    return ((await driver.exec(sql)).at(-1)?.rows ?? []) as Row[];
  };
  return {
    connection,
    run,
    transaction: (work) =>
      mutex.runExclusive(async () => {
        await driver.exec('begin');
        try {
          const result = await work(run);
          await driver.exec('commit');
          return result;
        } catch (error) {
          await driver.exec('rollback');
          throw error;
        }
      }),
    // The data folder's lock already excludes other processes.
    exclusive: (work) => work(),
    claim: async () => true,
    listen: async (channel, onMessage, onConnect) => {
      await driver.listen(channel, onMessage);
      onConnect?.();
    },
    copyFiles: (target) => copyOnline(folder, target, run, (work) => mutex.runExclusive(work)),
    close: () => mutex.runExclusive(() => connection.close()),
  };
}

/**
 * Rule: the folder gets its final name only after initdb has finished, so that an interrupted first start begins again. Each start uses its own
 * temporary folder, because the child process of a killed server may still be writing to the previous one.
 */
async function createDataFolder(folder: string): Promise<void> {
  const parent = `${folder}.new`;
  const removeParent = () => {
    try {
      rmSync(parent, { recursive: true, force: true });
    } catch {
      // Another process still writes to the folder. This is harmless: the next start removes the folder.
    }
  };
  removeParent();
  mkdirSync(parent, { recursive: true });
  const fresh = join(parent, randomUUID());
  await runInitdb(fresh);
  syncTree(fresh);
  renameSync(fresh, folder);
  syncFolder(dirname(folder));
  removeParent();
}

function runInitdb(folder: string): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('initdb.mjs', import.meta.url)), folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(stderr.trim().split('\n').at(-1) || `initdb ended with code ${code}`)),
    );
  });
}

/** Logs the warnings of our functions, which a PostgreSQL server writes to its own log. Rule: not their detail, which may be personal. */
function logWarning({ severity, message }: { severity: string | undefined; message: string | undefined }): void {
  if (severity === 'WARNING') log.warn({ reason: message }, 'database warning');
}

/** Serializes all access to PGlite. A unit of work of lite holds the mutex until the unit ends; any other statement takes the mutex for itself. */
function serializeAccess(connection: PgliteConnection, mutex: Mutex): void {
  const { driver } = connection;
  const query = driver.query.bind(driver);
  const exec = driver.exec.bind(driver);
  const withContext = connection.withContext.bind(connection);
  const runInTransaction = connection.runInTransaction.bind(connection);
  const transaction = connection.transaction.bind(connection);
  Object.assign(driver, {
    query: (...[sql, params, options]: Parameters<typeof query>) =>
      mutex.runExclusive(() => query(sql, params, { onNotice: logWarning, ...options })),
    exec: (...args: Parameters<typeof exec>) => mutex.runExclusive(() => exec(...args)),
  });
  Object.assign(connection, {
    withContext: (...args: Parameters<typeof withContext>) => mutex.runExclusive(() => withContext(...args)),
    runInTransaction: (...args: Parameters<typeof runInTransaction>) =>
      mutex.runExclusive(() => runInTransaction(...args)),
    transaction: (...args: Parameters<typeof transaction>) => mutex.runExclusive(() => transaction(...args)),
  });
}

/** Serializes JSON parameters as PGlite does: a string is JSON text that lite has already serialized, not a JSON string. */
const jsonTexts = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
});

async function openPostgres(url: string): Promise<Database> {
  const types = { json: jsonTexts(114), jsonb: jsonTexts(3802) };
  const connection: PostgresConnection = createPostgresConnection({
    url,
    postgresOptions: { max: 8, onnotice: () => undefined, types },
  });
  const { driver } = connection;
  let releaseClaim: (() => void) | undefined;
  const close = async () => {
    // The driver waits for each reserved session before it ends.
    releaseClaim?.();
    await connection.close();
  };
  try {
    await driver.unsafe('select 1');
  } catch (error) {
    await close();
    throw new StartError(`The database of DATABASE_URL does not answer: ${messageOf(error)}`);
  }
  // postgres.js receives the parameters unchanged: strings, numbers, booleans and JSON texts.
  const runOn =
    (sql: { unsafe: typeof driver.unsafe }): Run =>
    async (text, params) => [...(await sql.unsafe<Row[]>(text, (params ?? []) as string[]))];
  return {
    connection,
    run: runOn(driver),
    transaction: async (work) => (await driver.begin(async (sql) => ({ result: await work(runOn(sql)) }))).result,
    exclusive: async (work) => {
      const session = await driver.reserve();
      try {
        await session.unsafe(`select pg_advisory_lock(${START_LOCK})`);
        return await work();
      } finally {
        await session.unsafe(`select pg_advisory_unlock(${START_LOCK})`);
        session.release();
      }
    },
    claim: async (shared) => {
      const session = await driver.reserve();
      await session.unsafe(`${NOTICE_DEAD_HOLDER}; set lock_timeout = '${CLAIM_WAIT}'`);
      try {
        await session.unsafe(`select pg_advisory_lock${shared ? '_shared' : ''}(${CLAIM_LOCK})`);
        releaseClaim = () => session.release();
        return true;
      } catch (error) {
        session.release();
        if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
        throw error;
      }
    },
    listen: async (channel, onMessage, onConnect) => {
      await driver.listen(channel, onMessage, onConnect);
    },
    close,
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
