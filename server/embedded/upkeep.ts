// What a database server does by itself and PGlite does not: no autovacuum runs there, so the tables that change at every push would only grow.
import type { Database } from './database';

/** Busy tables: emptied at each commit (dirty), rewritten at each push (scope, feed, journal). */
const TABLES = ['sync.dirty', 'sync.scope', 'sync.feed', 'sync.journal'];
/** After the start, so that nobody waits for it, ms. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 60 * 60_000;

/** Takes out dead rows and counts the living. Each statement by itself: VACUUM runs in no transaction, and others get their turn between. */
export async function tidyTables({ run }: Pick<Database, 'run'>): Promise<void> {
  for (const table of TABLES) await run(`vacuum (analyze) ${table}`);
}

/** Tidies some time after the start and every few hours. @returns what ends it */
export function keepTidy(database: Pick<Database, 'run'>): () => void {
  const tidy = () =>
    void tidyTables(database).catch((error: unknown) => console.error('The tables could not be tidied:', error));
  const first = setTimeout(tidy, FIRST_AFTER_MS).unref();
  const every = setInterval(tidy, EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}
