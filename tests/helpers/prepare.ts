import { migratedFile } from './database';
import { laidOutFolder } from './laid-out';

/** What many files of tests copy is there before the first of them starts. */
export async function setup(): Promise<void> {
  await Promise.all([migratedFile(), laidOutFolder()]);
}
