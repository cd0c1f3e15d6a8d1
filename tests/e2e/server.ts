// Starts the product's server for e2e tests from a PostgreSQL template.
// This import resolves the names of push services to a service on this machine (push.desktop.spec.ts).
import '../helpers/push-internet.mjs';
import { createPostgresFolder } from '../helpers/postgres-template';

await createPostgresFolder(process.env.DATA_DIR as string);
await import('../../server/main');
