// Creates a PostgreSQL data folder: node initdb.mjs <folder>. Runs in its own process, because PGlite does not free initdb's memory (hundreds of MB).
import { createPgliteConnection } from '@supabase/lite/pglite';

const connection = await createPgliteConnection({ url: process.argv[2] });
await connection.driver.waitReady;
await connection.close();
