// Installs the packages if they are missing or do not match the lock file. Plain Node, because no dependency is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Installs if needed. @returns false when the installation failed (npm has printed the reason). */
export function installPackages() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.sloy-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return true;
  // npm's own copy of the lock file. If it is newer than package-lock.json and our stamp is missing, somebody ran npm by hand: write the stamp only.
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (
    !existsSync(stamp) &&
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  ) {
    writeFileSync(stamp, lockHash);
    return true;
  }
  console.log('Installing packages (npm ci)…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The packages could not be installed: npm ci failed (see above).');
    return false;
  }
  writeFileSync(stamp, lockHash);
  return true;
}
