// Removes the files of uploads that nobody has continued for UPLOAD_LIFE_MS. A finished upload keeps a small record for that time too, so that the
// server can repeat a final response that was lost.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Lifetime of an unfinished upload (ms): 24 hours, as on a hosted project. */
export const UPLOAD_LIFE_MS = 24 * 3_600_000;

/** The folder of unfinished uploads: on the same disk as the stored files, so that finishing is a rename. */
export const uploadsDirOf = (dataDir: string): string => join(dataDir, 'uploads');

/** @returns number of removed files */
export async function removeLeftovers(directory: string, signal: AbortSignal, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory).catch(() => [])) {
    if (signal.aborted) break;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || now - found.mtimeMs <= UPLOAD_LIFE_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
