// Builds `dist` if a source has changed since the last build. Plain Node without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const sources = [
  ...['src', 'sync', 'sw', 'public', 'index.html'],
  ...['server/build', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'],
];

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Hashes the names and contents of all sources, and the VITE_ variables. */
function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(join(root, source))).sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  for (const [name, value] of Object.entries(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`);
  return hash.digest('hex');
}

/** Builds if needed. @returns false when the build failed (vite has printed the reason). */
export function buildWebApp() {
  const stamp = join(root, 'dist', '.sloy-build');
  const hash = sourcesHash();
  if (existsSync(stamp) && existsSync(join(root, 'dist', 'index.html')) && readFileSync(stamp, 'utf8') === hash)
    return true;
  console.log('Building the web app…');
  rmSync(stamp, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--configLoader', 'runner', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) {
    console.error('The web app could not be built (see above).');
    return false;
  }
  writeFileSync(stamp, hash);
  return true;
}
