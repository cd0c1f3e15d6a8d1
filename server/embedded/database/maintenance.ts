/**
 * Removes dead rows and refreshes statistics, as a database server's autovacuum does. PGlite has no autovacuum, so the tables that change
 * at every push would only grow. A background job runs it.
 */
import type { Database } from './database';

/** The tables that change most: `sync.dirty` is emptied at each commit, the others are rewritten at each push. */
const TABLES = ['sync.dirty', 'sync.scope', 'sync.feed', 'sync.journal'];

export type Maintained = Pick<Database, 'run'>;

/** One statement per table: VACUUM runs in no transaction, and requests get their turn between two tables. */
export async function maintainTables({ run }: Maintained, signal?: AbortSignal): Promise<void> {
  for (const table of TABLES) {
    if (signal?.aborted) return;
    await run(`vacuum (analyze) ${table}`);
  }
}
