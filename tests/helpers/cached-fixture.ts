import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const cache = new URL('../../node_modules/.cache/sloy-tests/', import.meta.url).pathname;

/**
 * Caches fixtures that are slow to create, across test runs. `name` is `<fixture>-<hash of its sources>`. If the
 * sources change, the copy with the new hash replaces the older copy.
 * Test files run in parallel, so each creates its own copy, and the first complete copy is kept.
 * @param make writes the file or folder to the given path. @returns the path of the cached fixture.
 */
export async function cachedFixture(name: string, make: (path: string) => Promise<void> | void): Promise<string> {
  const path = join(cache, name);
  if (existsSync(path)) return path;
  const own = `${path}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  await make(own);
  try {
    renameSync(own, path);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
  const what = name.slice(0, name.lastIndexOf('-') + 1);
  for (const old of readdirSync(cache))
    if (old.startsWith(what) && !old.startsWith(name)) rmSync(join(cache, old), { recursive: true, force: true });
  return path;
}
