// Applies supabase/migrations: each file once, in the order of the names. The bootstrap runs before them at every start.
// A database of another build is left untouched.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../ops/settings';
import type { Database, Run } from '../contract/database';
import { messageOf } from './database';

const bootstrap = readFileSync(new URL('bootstrap.sql', import.meta.url), 'utf8');

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/** Creates the roles, schemas and functions that a Supabase project has. Runs before the migrations at every start. */
export async function prepareDatabase(database: Database): Promise<void> {
  await database.run(bootstrap);
  await database.run(`
    create schema if not exists embedded;
    create table if not exists embedded.migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
    create table if not exists embedded.seeded (name text primary key, hash text not null, seeded_at timestamptz not null default now());
  `);
}

/** @throws StartError with the file, and with the line if PostgreSQL names a position */
export async function runFile(run: Run, name: string, sql: string): Promise<void> {
  try {
    await run(sql);
  } catch (error) {
    const { position } = error as { position?: string | number }; // counted in characters from 1
    const line = position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new StartError(`${name}${line}: ${messageOf(error)}`);
  }
}

/**
 * Compares the database's migrations with the files. Writes nothing, so it may run before anything else.
 * @param startOver tells the reader of an error how to get an empty database.
 * @returns the migrations that the database lacks, in order.
 * @throws StartError when the database has a migration that this build lacks, or that differs from its file.
 */
export async function pendingMigrations(
  database: Database,
  supabaseDir: string,
  startOver: string,
): Promise<Migration[]> {
  const applied = await appliedMigrations(database);
  const files = migrationFiles(join(supabaseDir, 'migrations'));
  const known = new Map(files.map(({ name, hash }) => [name, hash]));
  const foreign = [...applied].find(([name, hash]) => known.get(name) !== hash);
  if (foreign) {
    throw new StartError(
      `Another build of the product made this database (migration ${foreign[0]}); nothing was changed. ` +
        `Use that build, or: ${startOver}`,
    );
  }
  return files.filter(({ name }) => !applied.has(name));
}

/** Rule: run a migration and insert its record in one transaction. @returns the names of the migrations applied now. */
export async function migrate(database: Database, supabaseDir: string, startOver: string): Promise<string[]> {
  const pending = await pendingMigrations(database, supabaseDir, startOver);
  for (const migration of pending) await applyMigration(database, migration);
  return pending.map(({ name }) => name);
}

function applyMigration(database: Database, { name, sql, hash }: Migration): Promise<void> {
  return database.transaction(async (run) => {
    await runFile(run, `Migration ${name}`, sql);
    await run('insert into embedded.migrations (name, hash) values ($1, $2)', [name, hash]);
  });
}

async function appliedMigrations(database: Database): Promise<Map<string, string>> {
  const [table] = await database.run("select to_regclass('embedded.migrations')::text as name", []);
  if (!table?.name) return new Map();
  const rows = await database.run('select name, hash from embedded.migrations order by name', []);
  return new Map(rows.map((row) => [String(row.name), String(row.hash)]));
}

function migrationFiles(folder: string): Migration[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.sql')) : [];
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
  });
}
