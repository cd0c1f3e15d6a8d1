// Lays PostgreSQL out in a new folder: node lay-out.mjs <folder>. A process of its own, for initdb takes hundreds of megabytes that no one gives back.
import { createPgliteConnection } from '@supabase/lite/pglite';

const connection = await createPgliteConnection({ url: process.argv[2] });
await connection.driver.waitReady;
await connection.close();
