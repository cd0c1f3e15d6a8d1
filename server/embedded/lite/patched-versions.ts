/**
 * The versions for which the patches of this folder were written: the patches rely on internals of @supabase/lite and PGlite.
 * Rule: with another version, the server stops before it touches any data. To upgrade, compare each file of server/embedded/lite/ with
 * the new version's source, then change the number here.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../../ops/settings';

export const PATCHED_VERSIONS: Readonly<Record<string, string>> = {
  '@supabase/lite': '0.10.0',
  '@electric-sql/pglite': '0.4.5',
};

/** The version of an installed package, from the nearest node_modules above this file that has it. */
function installedVersion(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file)) {
      const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof found === 'object' && found && 'version' in found ? String(found.version) : 'unknown';
    }
    if (dirname(folder) === folder) return 'unknown';
  }
}

/** @throws StartError if a package has another version than in PATCHED_VERSIONS */
export function assertPatchedVersions(versionOf: (name: string) => string = installedVersion): void {
  for (const [name, patched] of Object.entries(PATCHED_VERSIONS)) {
    const installed = versionOf(name);
    if (installed !== patched)
      throw new StartError(
        `${name} ${installed} is installed, but the patches in server/embedded/lite/ were written for ${patched}.`,
      );
  }
}
