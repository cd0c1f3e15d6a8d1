// Brings the database to the state of supabase/migrations: system schemas, bootstrap, then each file once, in the order of their names.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../services/settings';
import { type Database, messageOf, type Run } from './database';
import { statementsOf } from './sql-statements';

const bootstrap = readFileSync(new URL('bootstrap.sql', import.meta.url), 'utf8');

/** Runs before anything else at every start. */
export async function prepareDatabase(database: Database): Promise<void> {
  await database.run(bootstrap);
  await database.run(`
    create schema if not exists embedded;
    create table if not exists embedded.migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
    create table if not exists embedded.seeded (name text primary key, hash text not null, seeded_at timestamptz not null default now());
  `);
}

/** The statements of a file, one by one. @throws StartError that names the file, the line and the statement. */
export async function runFile(run: Run, name: string, sql: string): Promise<void> {
  for (const { text, line } of statementsOf(sql)) {
    try {
      await run(text);
    } catch (error) {
      const head = text
        .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, 100);
      throw new StartError(`${name}, line ${line}: ${messageOf(error)} in: ${head}`);
    }
  }
}

/** Rule: a migration is applied whole with its record, or not at all. `anew`: how to start over. @returns the names of those applied now. */
export async function migrate(database: Database, folder: string, anew: string): Promise<string[]> {
  const rows = await database.run('select name, hash from embedded.migrations order by name', []);
  const applied = new Map(rows.map((row) => [String(row.name), String(row.hash)]));
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .sort()
    : [];
  const gone = [...applied.keys()].find((name) => !files.includes(name));
  if (gone)
    throw new StartError(
      `Migration ${gone} was applied to this database but is no longer in ${folder}. Put it back, or: ${anew}`,
    );
  const fresh: string[] = [];
  for (const name of files) {
    const sql = readFileSync(join(folder, name), 'utf8');
    const hash = createHash('sha256').update(sql).digest('hex');
    const known = applied.get(name);
    if (known === hash) continue;
    if (known)
      throw new StartError(`Migration ${name} was changed after it had been applied. Undo the change, or: ${anew}`);
    await database.transaction(async (run) => {
      await runFile(run, `Migration ${name}`, sql);
      await run('insert into embedded.migrations (name, hash) values ($1, $2)', [name, hash]);
    });
    fresh.push(name);
  }
  return fresh;
}
