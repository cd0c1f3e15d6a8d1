// Allows one server per data folder. A kernel socket detects a server on the same machine at once; the lock file detects one in another container.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { holdLockFile } from '../../ops/lock-file';
import { StartError } from '../../ops/settings';
import { messageOf } from './database';

/** Creates the folder, checks that it is writable and takes its lock. @returns a function that releases the lock. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const probe = join(dataDir, 'lock.new');
  try {
    createFolder(dataDir);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${messageOf(error)}`);
  }
  const name = `sloy-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  // Linux: an abstract socket; Windows: a pipe. Both disappear with their process. Other systems: a socket file, which may be left over.
  const address =
    process.platform === 'linux'
      ? `\0${name}`
      : process.platform === 'win32'
        ? `\\\\.\\pipe\\${name}`
        : join(tmpdir(), `${name}.sock`);
  if (address.startsWith('/') && existsSync(address) && !(await answers(address))) rmSync(address, { force: true });
  const server = createServer();
  server.unref();
  const closeSocket = () => new Promise<void>((resolve) => server.close(() => resolve()));
  try {
    await listening(server, address);
  } catch {
    throw new StartError(`Another server is already running on the data folder ${dataDir}.`);
  }
  try {
    const release = await holdLockFile(dataDir);
    return () => {
      release();
      return closeSocket();
    };
  } catch (error) {
    await closeSocket();
    throw error;
  }
}

/** Creates folder by folder: Node's recursive mkdir loops for ever where the system reports a forbidden folder as missing (/proc). */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
