// `npm start`: installs missing packages, builds changed sources, then runs the server. Plain Node without dependencies.
//   --reset  deletes the data and exits (npm run db:reset);  --dev  starts the development server and the same backend (npm run dev).
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepRunning } from './keep-running.mjs';
import { isHeld, lockAddress } from './ops/lock-socket.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

const root = resolve(import.meta.dirname, '..');
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => !['--reset', '--dev'].includes(flag));
if (unknown) {
  console.error(`Unknown option ${unknown}. Known: --dev, --reset.`);
  process.exit(1);
}

if (flags.includes('--reset')) {
  // Rule: never delete a database outside the data folder, nor the files that its rows reference.
  if (process.env.DATABASE_URL) {
    console.error(
      'Nothing is wiped: the database of DATABASE_URL is not in the data folder. Empty it and the folder yourself, or unset DATABASE_URL.',
    );
    process.exit(1);
  }
  const data = resolve(root, process.env.DATA_DIR || '.data');
  const ours = [
    'db',
    'db.new',
    'dumps',
    'files',
    'uploads',
    'secrets.json',
    'secrets.json.new',
    'database.json',
    'database.json.new',
    'lock',
    'lock.new',
    'lock.takeover',
    'last-backup.json',
    'last-backup.json.new',
  ];
  // Rule: delete only files that the server has created; refuse a folder that contains anything else.
  const kept = existsSync(data) ? readdirSync(data).find((name) => /^before-\d{8}T\d{6}Z$/.test(name)) : undefined;
  if (kept) {
    console.error(`${data} is not wiped: ${kept} holds what was there before a restore. Remove it first.`);
    process.exit(1);
  }
  const foreign = existsSync(data) ? readdirSync(data).find((name) => !ours.includes(name)) : undefined;
  if (foreign) {
    console.error(`${data} is not wiped: it holds ${foreign}, which is not the server's.`);
    process.exit(1);
  }
  if (existsSync(data) && (await isHeld(lockAddress(data)))) {
    console.error(`${data} is not wiped: a server is running on it. Stop it first.`);
    process.exit(1);
  }
  console.log(`Deleting ${data}: the database, files and secrets. The next start seeds again.`);
  rmSync(data, { recursive: true, force: true });
  process.exit(0);
}

const { installPackages } = await import('./install.mjs');
if (!installPackages()) process.exit(1);
const dev = flags.includes('--dev');
if (!dev) {
  const { buildWebApp } = await import('./build.mjs');
  if (!buildWebApp()) process.exit(1);
}

// The IPC channel tells the server when this process ends, even if it is killed. Otherwise the server would keep running and block the next start.
const server = keepRunning(
  () =>
    spawn(process.execPath, ['--import', 'tsx', join(root, 'server', dev ? 'dev.ts' : 'main.ts')], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  (code) => process.exit(code),
);
// The terminal sends Ctrl-C to both processes; forward a signal that only this process receives.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.stop(signal));
