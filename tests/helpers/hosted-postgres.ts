/**
 * A real PostgreSQL as a hosted Supabase project has it: `postgres` owns the product but is no superuser, other roles own the schemas auth,
 * storage and realtime, and each new table, sequence and function of `public` is granted to the clients.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and Ubuntu keep the programs of each installed major version. */
const installed = '/usr/lib/postgresql';

/** The folders of the installed PostgreSQL programs by major version, beside the version of the devDependency. */
export const installedMajors = (existsSync(installed) ? readdirSync(installed) : [])
  .filter((major) => Number(major) >= 15 && existsSync(join(installed, major, 'bin/initdb')))
  .map((major) => ({ major, bin: join(installed, major, 'bin') }));

/** Who runs the server: PostgreSQL refuses to run as root. */
export function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Before the migrations. Run as the superuser, after the files that create auth, storage and realtime. */
export const hostedRoles = `
  create role supabase_auth_admin noinherit createrole;
  create role supabase_storage_admin noinherit createrole;
  create role supabase_realtime_admin noinherit;
  do $$
  declare v_schema text; v_owner text; v_name text;
  begin
    for v_schema, v_owner in values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin'), ('realtime', 'supabase_realtime_admin') loop
      for v_name in select c.oid::regclass from pg_class c where c.relnamespace = v_schema::regnamespace and c.relkind in ('r', 'v') loop
        execute format('alter table %s owner to %I', v_name, v_owner);
      end loop;
      for v_name in select p.oid::regprocedure from pg_proc p where p.pronamespace = v_schema::regnamespace loop
        execute format('alter function %s owner to %I', v_name, v_owner);
      end loop;
      execute format('alter schema %I owner to %I', v_schema, v_owner);
      execute format('grant usage on schema %I to postgres', v_schema);
      execute format('grant all on all tables in schema %I to postgres with grant option', v_schema);
      execute format('grant all on all functions in schema %I to postgres', v_schema);
    end loop;
  end
  $$;
  grant anon, authenticated, service_role to postgres;
  alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
  alter database postgres owner to postgres;`;

const systemPolicy = /^create policy [^;]+ on (?:storage|realtime)\.\w+[^;]*;/gm;

/**
 * A hosted project lets \`postgres\` create policies on the tables of storage and realtime (supautils), and nothing else that needs their
 * owner. Here the superuser creates them. @returns the migration without them, and the policies.
 */
export function splitSystemPolicies(sql: string): { own: string; policies: string } {
  return { own: sql.replaceAll(systemPolicy, ''), policies: (sql.match(systemPolicy) ?? []).join('\n') };
}
