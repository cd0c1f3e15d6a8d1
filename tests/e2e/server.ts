// The product's server for the screens, on a PostgreSQL that was laid out before.
import { layOut } from '../helpers/laid-out';

await layOut(process.env.DATA_DIR as string);
await import('../../server/main');
