// One server per data folder. The kernel holds the lock, so a killed process leaves nothing behind that has to be cleared.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../services/settings';
import { messageOf } from './database';

/** Makes the folder, tries a write in it and takes its lock. The function it returns gives the lock back. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const note = join(dataDir, 'lock');
  try {
    makeFolder(dataDir);
    writeFileSync(`${note}.new`, `${process.pid}\n`);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${messageOf(error)}`);
  }
  const name = `sloy-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  // Linux: an abstract socket, Windows: a pipe; both vanish with their process. Elsewhere a socket file, which may be left over.
  const address =
    process.platform === 'linux'
      ? `\0${name}`
      : process.platform === 'win32'
        ? `\\\\.\\pipe\\${name}`
        : join(tmpdir(), `${name}.sock`);
  if (address.startsWith('/') && existsSync(address) && !(await answers(address))) rmSync(address, { force: true });
  const server = createServer();
  server.unref();
  try {
    await listening(server, address);
  } catch {
    rmSync(`${note}.new`, { force: true });
    throw new StartError(`Another server is already running on the data folder ${dataDir}.`);
  }
  // Who holds it, for people and for `npm run db:reset`; the lock itself is the socket.
  renameSync(`${note}.new`, note);
  return () => {
    rmSync(note, { force: true });
    return new Promise((done) => server.close(() => done()));
  };
}

/** Folder by folder: Node's own recursive mkdir never comes back where a system refuses a folder by saying that there is none (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(address, done);
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
