// The names by which the log and the metrics call requests of /rest/v1: the functions and tables of the schema `public`.
import type { Database } from '../contract/database';

/** Reads the names. One call at the start is enough, because migrations run only then. */
export async function requestNames({ run }: Pick<Database, 'run'>): Promise<ReadonlySet<string>> {
  const rows = await run(
    `select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
     union select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    [],
  );
  return new Set(rows.map(({ name }) => String(name)));
}
