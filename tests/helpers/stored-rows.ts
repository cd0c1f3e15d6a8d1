import type { Session } from './database';

/**
 * Copies all rows of the database's tables.
 * @returns a function that restores the rows, which is much faster than a new database because compiled code and query plans stay cached.
 */
export async function keepRows({ query, exec }: Session): Promise<() => Promise<void>> {
  const tables = await query<{ name: string; columns: string }>(`
    select format('%I.%I', nspname, relname) as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and nspname in ('auth', 'billing', 'public', 'storage', 'sync') and attnum > 0 and not attisdropped and attgenerated = ''
    group by nspname, relname`);
  await exec('create schema kept');
  for (const { name } of tables) await exec(`create table kept."${name}" as table ${name}`);
  const setBack = tables.map(
    ({ name, columns }) =>
      `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept."${name}"`,
  );
  // Replica mode disables triggers, so the restore does not publish, count or check any rows.
  return () => exec(`begin; set local session_replication_role = replica; ${setBack.join('; ')}; commit`);
}
