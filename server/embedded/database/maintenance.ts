/**
 * Removes dead rows and refreshes statistics, as a database server's autovacuum does. PGlite has no autovacuum, so the tables that change
 * at every push would only grow. A background job runs it.
 */
import type { Database } from '../contract/database';

/** Tables that change most: each commit empties `sync.dirty`, each push rewrites the others. */
const TABLES = ['sync.dirty', 'sync.scope', 'sync.feed', 'sync.journal'];

export type Maintained = Pick<Database, 'run'>;

/** One statement per table: VACUUM cannot run in a transaction, and other requests can run between two tables. */
export async function maintainTables({ run }: Maintained, signal?: AbortSignal): Promise<void> {
  for (const table of TABLES) {
    if (signal?.aborted) return;
    await run(`vacuum (analyze) ${table}`);
  }
}
