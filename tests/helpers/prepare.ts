import { migratedFile } from './database';
import { postgresTemplate } from './postgres-template';

/** Creates the shared fixtures before the first test file starts. */
export async function setup(): Promise<void> {
  await Promise.all([migratedFile(), postgresTemplate()]);
}
