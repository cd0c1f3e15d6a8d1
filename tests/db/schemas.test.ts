/** supabase/schemas declares the current state of the database; supabase/migrations leads to the same state. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baselineOf, schemaPaths } from '../../server/baseline.mjs';
import { constantsFile, constantsSql } from '../../server/constants';
import { catalogueOf } from '../helpers/catalogue';
import { openDatabase, openDeclaredDatabase, type TestDatabase } from '../helpers/database';

const supabase = join(import.meta.dirname, '../../supabase');

let migrated: TestDatabase;
let declared: TestDatabase;
beforeAll(async () => {
  [migrated, declared] = await Promise.all([openDatabase(), openDeclaredDatabase()]);
}, 120_000);
afterAll(async () => {
  await migrated.close();
  await declared.close();
});

describe('supabase/schemas', () => {
  it('declares exactly the state that the migrations create, comments aside', async () => {
    const [expected, actual] = [await catalogueOf(migrated.query), await catalogueOf(declared.query)];
    expect(Object.keys(expected).length).toBeGreaterThan(700);
    expect(actual).toEqual(expected);
  });

  it('is listed completely in supabase/config.toml, in the order of dependencies', () => {
    const files = readdirSync(join(supabase, 'schemas'), { recursive: true, encoding: 'utf8' });
    expect(schemaPaths(supabase).toSorted()).toEqual(files.filter((file) => file.endsWith('.sql')).toSorted());
  });
});

describe('The conventions of docs/sql-conventions.md', () => {
  const names = async (sql: string) => (await declared.query<{ name: string }>(sql)).map(({ name }) => name);
  const functions = `pg_proc p where p.pronamespace::regnamespace::text in ('public', 'sync', 'billing')`;

  it('hold for comments: every schema, table, view and function has a comment', async () => {
    const missing = await names(`
      select nspname::text as name from pg_namespace n
        where nspname in ('sync', 'billing') and obj_description(n.oid, 'pg_namespace') is null
      union all select c.oid::regclass::text from pg_class c
        where c.relnamespace::regnamespace::text in ('public', 'sync', 'billing') and c.relkind in ('r', 'v')
          and obj_description(c.oid, 'pg_class') is null
      union all select p.oid::regprocedure::text from ${functions} and obj_description(p.oid, 'pg_proc') is null`);
    expect(missing).toEqual([]);
  });

  it('hold for parameters: each starts with p_', async () => {
    const others = await names(`
      select p.oid::regprocedure::text as name from ${functions} and exists (
        select from unnest(p.proargnames, coalesce(p.proargmodes, array_fill('i'::"char", array[coalesce(cardinality(p.proargnames), 0)])))
          as a (name, mode) where a.mode in ('i', 'b') and a.name not like 'p\\_%')`);
    expect(others).toEqual([]);
  });

  it('hold for variables: each starts with v_', async () => {
    const sources = await declared.query<{ name: string; source: string }>(
      `select p.oid::regprocedure::text as name, p.prosrc as source from ${functions}`,
    );
    const others = sources.flatMap(({ name, source }) => {
      const block = /\bdeclare\b([\s\S]*?)\bbegin\b/.exec(source)?.[1] ?? '';
      const declarations = block.replaceAll(/--[^\n]*/g, '').split(';');
      return declarations.filter((text) => !/^\s*(v_|$)/.test(text)).map((text) => `${name}: ${text.trim()}`);
    });
    expect(others).toEqual([]);
  });

  it('hold for row-level security: every table has it', async () => {
    const open = await names(`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace::regnamespace::text in ('public', 'sync', 'billing') and c.relkind = 'r' and not c.relrowsecurity`);
    expect(open).toEqual([]);
  });
});

describe('supabase/schemas/constants.sql', () => {
  it('is written from src/shared', () => {
    expect(readFileSync(constantsFile, 'utf8'), 'After a change of src/shared: npm run db:baseline').toBe(
      constantsSql(),
    );
  });

  it('has no limit that SQL does not use', () => {
    const others = schemaPaths(supabase)
      .filter((path) => path !== 'constants.sql')
      .map((path) => readFileSync(join(supabase, 'schemas', path), 'utf8'))
      .join('\n');
    const declared = [...constantsSql().matchAll(/^create function (sync\.\w+\(\))/gm)].map(([, name]) => String(name));
    expect(declared.filter((name) => !others.includes(name))).toEqual([]);
  });
});

describe('supabase/migrations', () => {
  const folder = join(supabase, 'migrations');
  const migrations = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

  it('is the baseline of the schemas until the first release, and frozen by checksums from then on', () => {
    const list = join(folder, 'checksums.json');
    const hashes = Object.entries(migrations).map(([name, sql]) => [
      name,
      createHash('sha256').update(sql).digest('hex'),
    ]);
    const frozen = 'Never edit a migration: add one (npm run db:new <name>), then: npm run db:new -- --checksums';
    if (existsSync(list)) expect(Object.fromEntries(hashes), frozen).toEqual(JSON.parse(readFileSync(list, 'utf8')));
    else expect(migrations, 'After a change of supabase/schemas: npm run db:baseline').toEqual(baselineOf(supabase));
  });

  it('of the baseline contains no comment lines and all other lines of the schemas', () => {
    const words = (sql: string) =>
      sql
        .replaceAll(/^[ \t]*--.*$/gm, '')
        .split(/\s+/)
        .filter(Boolean);
    const baseline = Object.values(baselineOf(supabase)).join('\n');
    const schemas = schemaPaths(supabase).map((path) => readFileSync(join(supabase, 'schemas', path), 'utf8'));
    expect(baseline).not.toMatch(/^[ \t]*--/m);
    expect(words(baseline)).toEqual(words(schemas.join('\n')));
  });
});
