// Upgrades a database that an earlier chain of migrations created. An adoption file lists the old chain; its SQL drops and renames objects.
// The baseline migrations then run over the database: tables keep their rows, everything else is created again.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Adoption {
  /** Name of the adoption file without its extension: the commit whose chain of migrations the file upgrades, for example `d2a7e62`. */
  name: string;
  /** The SQL that runs before the baseline. */
  prepare: string;
  /** Names of the migrations that replace the chain. */
  baseline: string[];
}

interface AdoptionFile {
  /** The old chain: sha256 by file name. */
  chain: Record<string, string>;
  baseline: string[];
}

/** Finds the adoption whose chain equals the applied migrations. Rule: a chain with one different hash does not match. */
export function findAdoption(folder: string, applied: Map<string, string>): Adoption | undefined {
  const names = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  for (const file of names) {
    const { chain, baseline } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as AdoptionFile;
    const hashes = Object.entries(chain);
    if (hashes.length !== applied.size || hashes.some(([name, hash]) => applied.get(name) !== hash)) continue;
    const name = file.replace(/\.json$/, '');
    return { name, baseline, prepare: readFileSync(join(folder, `${name}.sql`), 'utf8') };
  }
  return undefined;
}

/** Rewrites a statement of the baseline so that it skips existing tables, indexes, sequences and schemas. */
export function replayable(statement: string): string {
  const lead = /^(?:\s|--[^\n]*\n)*/.exec(statement)?.[0].length ?? 0;
  return statement
    .slice(lead)
    .replace(/^create function /, 'create or replace function ')
    .replace(/^create ((?:unlogged )?table|(?:unique )?index|sequence|schema) /, 'create $1 if not exists ');
}
