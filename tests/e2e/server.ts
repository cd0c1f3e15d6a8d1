// The product's server for the screens, on a PostgreSQL that was laid out before.
import { createPostgresFolder } from '../helpers/postgres-template';

await createPostgresFolder(process.env.DATA_DIR as string);
await import('../../server/main');
