// `npm run db:baseline` writes supabase/migrations from supabase/schemas: one file per area, in the order of supabase/config.toml.
// Comment lines are left out, so that a new wording never changes a migration.
// Rule: after the first release (checksums.json exists) the migrations are append-only and this script refuses to run.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const FIRST_STAMP = 20261128000000;

/** @param {string} supabase @returns paths of the schema files below supabase/schemas, in the order of dependencies. */
export function schemaPaths(supabase) {
  const config = readFileSync(join(supabase, 'config.toml'), 'utf8');
  const list = /^schema_paths = \[([^\]]*)\]/m.exec(config)?.[1] ?? '';
  return [...list.matchAll(/"\.\/schemas\/([^"]+)"/g)].map(([, path]) => String(path));
}

/** @param {string} supabase @returns the baseline: the SQL of each migration by file name. */
export function baselineOf(supabase) {
  const files = schemaPaths(supabase).map((path, index) => {
    const area = path.replace(/\.sql$/, '').replaceAll(/[^a-z0-9]+/g, '_');
    const sql = readFileSync(join(supabase, 'schemas', path), 'utf8');
    const body = sql.replaceAll(/^[ \t]*--[^\n]*\n/gm, '').replaceAll(/\n{3,}/g, '\n\n');
    return [`${FIRST_STAMP + 100 * (index + 1)}_create_${area}.sql`, `${body.trim()}\n`];
  });
  return Object.fromEntries(files);
}

/** @param {string} supabase */
function writeBaseline(supabase) {
  const folder = join(supabase, 'migrations');
  if (existsSync(join(folder, 'checksums.json'))) {
    console.error('The migrations are frozen: add one with npm run db:new <verb_object>.');
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const files = Object.entries(baselineOf(supabase));
  for (const [name, sql] of files) writeFileSync(join(folder, name), sql);
  console.log(
    `${files.length} files in supabase/migrations. A data folder of an earlier baseline needs npm run db:reset.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeBaseline(resolve(import.meta.dirname, '../supabase'));
}
