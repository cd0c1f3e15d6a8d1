/**
 * Removes dead rows and refreshes statistics, as a database server's autovacuum does. PGlite has no autovacuum, so tables that change
 * at every push would grow without end. Runs as a background job.
 */
import type { Database } from '../contract/database';

/** Tables that change most: each commit empties `sync.dirty`, and each push rewrites rows of the other three. */
const TABLES = ['sync.dirty', 'sync.scope', 'sync.feed', 'sync.journal'];

export type Maintained = Pick<Database, 'run'>;

/** Runs one statement per table: VACUUM cannot run in a transaction, and requests get their turn between two tables. */
export async function maintainTables({ run }: Maintained, signal?: AbortSignal): Promise<void> {
  for (const table of TABLES) {
    if (signal?.aborted) return;
    await run(`vacuum (analyze) ${table}`);
  }
}
