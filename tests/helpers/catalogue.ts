/**
 * The catalogue of a database as text: everything that supabase/schemas declares, one entry per object.
 * Comments are left out, because a new wording needs no migration.
 */

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

const ours = `('public', 'sync', 'billing')`;
const acl = (column: string) =>
  `coalesce((select string_agg(a::text, ' ' order by a::text) from unnest(${column}) a), 'default')`;

/** Queries by kind of object; each returns the columns `name` and `value`. */
const queries: Record<string, string> = {
  schema: `
    select n.nspname as name, ${acl('n.nspacl')} as value
    from pg_namespace n where n.nspname in ${ours}`,
  table: `
    select c.oid::regclass as name, c.relkind::text || c.relpersistence::text || ' rls=' || c.relrowsecurity || ' '
      || coalesce(c.reloptions::text, '') || ' ' || ${acl('c.relacl')}
      || case when c.relkind = 'v' then pg_get_viewdef(c.oid) else '' end as value
    from pg_class c where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'v', 'S')`,
  column: `
    select c.oid::regclass || '.' || a.attname as name, a.attnum || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end || ' ' || a.attgenerated::text || a.attidentity::text || ' '
      || coalesce('default ' || pg_get_expr(d.adbin, d.adrelid), '') || ' ' || ${acl('a.attacl')} as value
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'v', 'c')`,
  constraint: `
    select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as value
    from pg_constraint where connamespace::regnamespace::text in ${ours} and contype <> 't'`,
  index: `
    select c.oid::regclass as name, pg_get_indexdef(c.oid) as value
    from pg_class c where c.relnamespace::regnamespace::text in ${ours} and c.relkind = 'i'`,
  function: `
    select p.oid::regprocedure as name, pg_get_functiondef(p.oid) || ${acl('p.proacl')} as value
    from pg_proc p where p.pronamespace::regnamespace::text in ${ours}`,
  policy: `
    select p.polrelid::regclass || ' ' || p.polname as name, p.polcmd::text || ' ' || p.polpermissive || ' '
      || array(select r::regrole::text from unnest(p.polroles) r order by 1)::text
      || ' using ' || coalesce(pg_get_expr(p.polqual, p.polrelid), '')
      || ' check ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') as value
    from pg_policy p`,
  trigger: `
    select t.tgrelid::regclass || ' ' || t.tgname as name, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid) as value
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace::regnamespace::text in ${ours}`,
  publication: `
    select pubname || ' ' || schemaname || '.' || tablename as name, 'published' as value from pg_publication_tables`,
  bucket: `
    select id as name, public || ' ' || coalesce(file_size_limit::text, '') || ' '
      || coalesce(array_to_json(allowed_mime_types)::text, '') as value
    from storage.buckets`,
};

/** @returns the definition of each object, keyed by kind and name. */
export async function catalogueOf(query: Query): Promise<Record<string, string>> {
  const catalogue: Record<string, string> = {};
  for (const [kind, sql] of Object.entries(queries)) {
    for (const { name, value } of await query(`select name::text, value::text from (${sql}) o order by 1`)) {
      catalogue[`${kind} ${name}`] = String(value)
        .replaceAll(/^[ \t]*--[^\n]*\n/gm, '')
        .replaceAll(/\n{2,}/g, '\n');
    }
  }
  return catalogue;
}
