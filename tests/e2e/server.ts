// Starts the product's server for e2e tests from a PostgreSQL template.
import { createPostgresFolder } from '../helpers/postgres-template';

await createPostgresFolder(process.env.DATA_DIR as string);
await import('../../server/main');
