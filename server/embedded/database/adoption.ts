// Upgrades databases of an earlier chain of migrations. An adoption lists the old chain and prepares the database (drops and
// renames); then the baseline is replayed over it: tables with data stay, everything else is created again.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Adoption {
  /** The version that the chain belongs to. */
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

/** Finds the adoption whose chain equals the applied one. Rule: a chain that differs in one hash is unknown. */
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
