// Installs the browser for the tests and benches. Imports only Node's own modules, because it is loaded before the packages are installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function run(command, args, env = {}) {
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } };
  return spawnSync(command, args, options).status === 0;
}

/**
 * Does nothing if a browser is installed. Otherwise installs Debian's if this process is root, or Playwright's own. Debian has two packages: most
 * tests run in the headless shell, which needs half the CPU; the tests of background sync need the whole browser.
 * @returns false if the installation failed; the installer prints the reason
 */
export function installBrowser() {
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) =>
    existsSync(path),
  );
  if (found) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    if (!run('apt-get', ['update', '-q'], env)) return false;
    const install = (name) => run('apt-get', ['install', '-y', '-q', name], env);
    install('chromium-headless-shell');
    return install('chromium');
  }
  return run('npx', ['playwright', 'install', 'chromium']);
}
