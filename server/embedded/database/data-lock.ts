// Allows one server per data folder. A socket detects a server on the same machine at once; the lock file detects one in another container.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { holdLockFile } from '../../ops/lock-file';
import { StartError } from '../../ops/settings';
import { messageOf } from './database';

/** What the server that holds a data folder offers to other processes on this machine. */
export interface Control {
  /** Writes a dump of the database. @returns the file of the dump */
  dump?: () => Promise<string>;
}

/**
 * Creates the folder, checks that it is writable and takes its lock.
 * @param control what the lock's socket offers; the caller may add members later
 * @returns a function that releases the lock
 */
export async function lockDataDir(dataDir: string, control: Control = {}): Promise<() => Promise<void>> {
  const probe = join(dataDir, 'lock.new');
  try {
    createFolder(dataDir);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${messageOf(error)}`);
  }
  const address = addressOf(dataDir);
  if (address.startsWith('/') && existsSync(address) && !(await answers(address))) rmSync(address, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveControl(socket, control);
  });
  server.unref();
  const closeSocket = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
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

/** The socket's address. Linux: an abstract socket; Windows: a pipe; both end with the process. Elsewhere: a file, which may outlive the process. */
function addressOf(dataDir: string): string {
  const name = `sloy-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** Answers the line `dump` with the path of a new dump. Offers nothing else, because any user of the machine may connect. */
function serveControl(socket: Socket, control: Control): void {
  socket.on('error', () => undefined);
  socket.once('data', (line) => {
    if (line.toString().trim() !== 'dump' || !control.dump) {
      socket.destroy();
      return;
    }
    control.dump().then(
      (file) => socket.end(JSON.stringify({ file })),
      (error: unknown) => {
        console.error('A dump was not written:', messageOf(error));
        socket.end('{}');
      },
    );
  });
}

/** Asks the server on the data folder for a dump. @returns the file; undefined if no server runs. @throws StartError if the dump fails. */
export async function requestDump(dataDir: string): Promise<string | undefined> {
  const address = addressOf(dataDir);
  if (!(await answers(address))) return undefined;
  const socket = connect(address);
  socket.write('dump\n');
  let text = '';
  try {
    for await (const chunk of socket) text += String(chunk);
    const { file } = JSON.parse(text) as { file?: unknown };
    if (typeof file === 'string') return file;
  } catch {
    // Not a valid response: throw the StartError below.
  }
  throw new StartError(`The server on the data folder ${dataDir} could not write a dump. Its log names the reason.`);
}

/** Creates a folder and its parents one by one: Node's recursive mkdir never ends where the system reports a forbidden folder as missing (/proc). */
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
