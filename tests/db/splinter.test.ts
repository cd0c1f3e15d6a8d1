/** The findings that Supabase's linter (splinter, shown under „Advisors“ of a hosted project) would report. The numbers are those of its lints. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from '../helpers/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const ours = `('public', 'sync', 'billing')`;
const isReadable = (table: string) =>
  `(has_table_privilege('anon', ${table}, 'select') or has_table_privilege('authenticated', ${table}, 'select'))`;
const isInvoker = `coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`;
const bare = String.raw`auth\.(uid|jwt|role|email)\(\)`;
const commands = `case p.polcmd when 'r' then '{SELECT}' when 'a' then '{INSERT}' when 'w' then '{UPDATE}' when 'd' then '{DELETE}'
  else '{SELECT,INSERT,UPDATE,DELETE}' end::text[]`;

it.each([
  [
    '0002, 0010: a view that has the rights of its owner, or reads auth.users itself',
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
      and ${isReadable('c.oid')} and (not ${isInvoker} or exists (select from pg_rewrite r join pg_depend d on d.objid = r.oid
        where r.ev_class = c.oid and d.refobjid = 'auth.users'::regclass))`,
  ],
  [
    '0003: a policy that asks for the caller in each row',
    `select policyname as name from pg_policies where schemaname = 'public'
      and regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), '(?i)select ${bare}', '', 'g') ~ '${bare}'`,
  ],
  [
    '0004: a table without a primary key',
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace::regnamespace::text in ${ours} and c.relkind = 'r'
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  ],
  [
    '0006: two permissive policies for one role and operation',
    `select format('%s %s %s', p.polrelid::regclass, r.rolname, command) as name
      from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any (p.polroles) or p.polroles = '{0}',
        unnest(${commands}) command
      where p.polpermissive and c.relnamespace::regnamespace::text in ${ours} and r.rolname in ('anon', 'authenticated')
      group by p.polrelid, r.rolname, command having count(*) > 1`,
  ],
  [
    '0007, 0013: a table without row-level security',
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace::regnamespace::text in ${ours} and c.relkind = 'r' and not c.relrowsecurity`,
  ],
  [
    '0009: two indexes of the same columns',
    `select a.indexrelid::regclass::text as name from pg_index a join pg_index b on a.indrelid = b.indrelid and a.indexrelid < b.indexrelid
      join pg_class c on c.oid = a.indrelid and c.relnamespace::regnamespace::text in ${ours}
      where regexp_replace(pg_get_indexdef(a.indexrelid), ' INDEX \\S+ ', ' ') = regexp_replace(pg_get_indexdef(b.indexrelid), ' INDEX \\S+ ', ' ')`,
  ],
  [
    '0011: a function that takes the search path of its caller',
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace::regnamespace::text in ${ours}
      and not exists (select from unnest(coalesce(p.proconfig, '{}')) as setting where setting like 'search_path=%')`,
  ],
  [
    '0015: a policy that believes what a user wrote about themselves',
    `select policyname as name from pg_policies where coalesce(qual, '') || coalesce(with_check, '') like '%user_metadata%'`,
  ],
  [
    '0024: a policy that lets everybody write',
    `select policyname as name from pg_policies where schemaname in ('public', 'storage') and cmd <> 'SELECT'
      and (coalesce(qual, with_check) = 'true' or coalesce(with_check, qual) = 'true')`,
  ],
  [
    '0026: a relation that visitors read, except the products on sale',
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and c.relname <> 'products' and has_any_column_privilege('anon', c.oid, 'select, insert, update')`,
  ],
  [
    '0028: a function with the rights of its owner that visitors may call, except the doors that answer for them',
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and has_function_privilege('anon', p.oid, 'execute') and p.proname not in ('is_admin', 'is_super_admin', 'has_plan', 'send_forms', 'session_has_ended')`,
  ],
])('%s: none', async (_, sql) => {
  expect(await database.query<{ name: string }>(sql)).toEqual([]);
});
