import { migratedFile } from './database';
import { postgresTemplate } from './postgres-template';

/** What many files of tests copy is there before the first of them starts. */
export async function setup(): Promise<void> {
  await Promise.all([migratedFile(), postgresTemplate()]);
}
