// Creates a PostgreSQL data folder: node initdb.mjs <folder>. Runs in its own process, because initdb takes hundreds of megabytes that PGlite does not free.
import { createPgliteConnection } from '@supabase/lite/pglite';

const connection = await createPgliteConnection({ url: process.argv[2] });
await connection.driver.waitReady;
await connection.close();
