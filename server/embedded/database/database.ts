// The database behind the embedded backend: PGlite in the data folder, or a real PostgreSQL by its address. The rest of the server sees `Database` alone.
import '../lite/environment';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { StartError } from '../../ops/settings';
import { syncFolder, syncTree } from '../../ops/sync-folder';
import { tellAtOnce } from '../lite/batch-session-settings';
import { DurableFiles, durableStartParams } from '../lite/durable-files';
import { answerRefusals } from '../rest/error-answers';
import { Turns } from './mutex';

/** Key of the advisory lock that a starting server holds; any number that nothing else of the product uses. */
const START_LOCK = 7_269_151;

export type Row = Record<string, unknown>;
/** Runs one statement with $1… parameters, or (without parameters) several statements. */
export type Run = (sql: string, params?: unknown[]) => Promise<Row[]>;

export interface Database {
  connection: Connection;
  /** As the owner of everything: row-level security does not apply. */
  run: Run;
  /** All or nothing, alone on its session. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** Runs `work` while no other process that shares the database runs its own: for migrations and the first seed. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  listen(channel: string, hear: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabase(options: { dataDir: string; databaseUrl: string | undefined }): Promise<Database> {
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openPglite(join(options.dataDir, 'db'));
  // DANGER: lite, left alone, grants ALL on all tables to every role at its first request, which would undo the migrations' column grants.
  // 'active' = "row-level security is on and the roles are made", which the bootstrap sees to.
  Object.assign(database.connection, { rlsState: 'active' });
  answerRefusals(database.connection);
  return database;
}

async function openPglite(folder: string): Promise<Database> {
  let connection: PgliteConnection;
  try {
    if (!existsSync(folder)) await layOutAs(folder);
    connection = await createPgliteConnection({
      url: folder,
      pgliteOptions: { startParams: durableStartParams, fs: new DurableFiles(folder) },
    });
    await connection.driver.waitReady;
  } catch (error) {
    throw new StartError(`The database in ${folder} could not be opened: ${messageOf(error)}`);
  }
  const driver = connection.driver;
  const turns = new Turns();
  takeTurns(connection, turns);
  tellAtOnce(connection);
  const run: Run = async (sql, params) => {
    if (params) return (await driver.query<Row>(sql, params)).rows;
    return ((await driver.exec(sql)).at(-1)?.rows ?? []) as Row[];
  };
  return {
    connection,
    run,
    transaction: (work) =>
      turns.take(async () => {
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
    // The lock of the data folder already keeps other processes out.
    exclusive: (work) => work(),
    listen: async (channel, hear) => {
      await driver.listen(channel, hear);
    },
    close: () => turns.take(() => connection.close()),
  };
}

/**
 * Rule: the folder gets its name when PostgreSQL is laid out whole, so that a first start that is cut off begins anew; and each start lays out in a
 * place of its own, for the process that a killed server had begun may still be writing in the other.
 */
async function layOutAs(folder: string): Promise<void> {
  const place = `${folder}.new`;
  const clear = () => {
    try {
      rmSync(place, { recursive: true, force: true });
    } catch {
      // Somebody still writes there: harmless, and the next one clears it.
    }
  };
  clear();
  mkdirSync(place, { recursive: true });
  const fresh = join(place, randomUUID());
  await layOut(fresh);
  syncTree(fresh);
  renameSync(fresh, folder);
  syncFolder(dirname(folder));
  clear();
}

function layOut(folder: string): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('initdb.mjs', import.meta.url)), folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(said.trim().split('\n').at(-1) || `the layout ended with code ${code}`)),
    );
  });
}

/** Makes every way into PGlite wait for its turn: lite's units of work as a whole, single statements one by one. */
function takeTurns(connection: PgliteConnection, turns: Turns): void {
  const { driver } = connection;
  const query = driver.query.bind(driver);
  const exec = driver.exec.bind(driver);
  const withContext = connection.withContext.bind(connection);
  const runInTransaction = connection.runInTransaction.bind(connection);
  const transaction = connection.transaction.bind(connection);
  Object.assign(driver, {
    query: (...args: Parameters<typeof query>) => turns.take(() => query(...args)),
    exec: (...args: Parameters<typeof exec>) => turns.take(() => exec(...args)),
  });
  Object.assign(connection, {
    withContext: (...args: Parameters<typeof withContext>) => turns.take(() => withContext(...args)),
    runInTransaction: (...args: Parameters<typeof runInTransaction>) => turns.take(() => runInTransaction(...args)),
    transaction: (...args: Parameters<typeof transaction>) => turns.take(() => transaction(...args)),
  });
}

/** As PGlite does: what lite has written as JSON is the value, not a text with JSON in it. */
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
  const close = async () => {
    await connection.close();
  };
  try {
    await driver.unsafe('select 1');
  } catch (error) {
    await close();
    throw new StartError(`The database of DATABASE_URL does not answer: ${messageOf(error)}`);
  }
  // Parameters reach postgres.js as they are: strings, numbers, booleans and JSON texts.
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
    listen: async (channel, hear) => {
      await driver.listen(channel, hear);
    },
    close,
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
