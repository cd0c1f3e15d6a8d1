// Allows one server per data folder: the holder listens on the folder's lock socket and writes dumps for other processes of this machine.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { isHeld, lockAddress } from '../../ops/lock-socket.mjs';
import { StartError } from '../../ops/settings';
import { log, logFailure } from '../../telemetry/log';
import { messageOf } from './database';

/** Longest path of a Unix socket on macOS (bytes); Linux allows four more. */
const MAX_ADDRESS_BYTES = 103;
/** A takeover lasts milliseconds; an older takeover folder is that of a process that was killed (ms). */
const TAKEOVER_MS = 10_000;

/** Commands that other processes on this machine can send to the server that holds the data folder. */
export interface Control {
  /** Writes a dump of the database. @returns the file of the dump */
  dump?: () => Promise<string>;
}

/**
 * Closes the folder to other users, because the database's files in it hold password hashes. Not a folder that other programs use too (such as
 * /tmp), nor one of another owner (a volume of a container), which only its owner can close.
 */
function closeFolder(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (!(mode & 0o077) || mode & 0o1000) return;
  if (uid === process.getuid?.()) chmodSync(dataDir, 0o700);
  else log.warn({ folder: dataDir }, 'The data folder is open to other users of this machine');
}

/**
 * Creates the folder, checks that it is writable, closes it to other users of the machine and takes its lock.
 * @param control what the lock's socket offers; the caller may add members later
 * @returns a function that releases the lock
 */
export async function lockDataDir(dataDir: string, control: Control = {}): Promise<() => Promise<void>> {
  const probe = join(dataDir, 'lock.new');
  try {
    createFolder(dataDir);
    closeFolder(dataDir);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${messageOf(error)}`);
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveControl(socket, control);
  });
  server.unref();
  await takeLock(server, dataDir);
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
}

/** Listens on the folder's lock. @throws StartError if another server holds it */
async function takeLock(server: Server, dataDir: string): Promise<void> {
  const address = lockAddress(dataDir);
  try {
    if (Buffer.byteLength(address) > MAX_ADDRESS_BYTES) throw new Error('its path is too long for a socket');
    await listening(server, address).catch((error: unknown) => {
      if (!isInUse(error)) throw error;
      return takeOver(server, address, error);
    });
  } catch (error) {
    throw new StartError(
      isInUse(error)
        ? `Another server is already running on the data folder ${dataDir}.`
        : `The data folder ${dataDir} cannot be locked: ${messageOf(error)}`,
    );
  }
}

/**
 * Replaces the socket that a killed server left. Rule: remove it only while holding the takeover folder, which one process can create. Nobody else can
 * listen until the socket is removed, so a server that starts at the same time is never cut off.
 */
async function takeOver(server: Server, address: string, inUse: unknown): Promise<void> {
  const takeover = `${address}.takeover`;
  const started = statSync(takeover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - started > TAKEOVER_MS) rmSync(takeover, { recursive: true, force: true });
  try {
    mkdirSync(takeover);
  } catch {
    throw inUse;
  }
  try {
    if (await isHeld(address)) throw inUse;
    rmSync(address, { force: true });
    await listening(server, address);
  } finally {
    rmSync(takeover, { recursive: true, force: true });
  }
}

const isInUse = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

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
        logFailure('dump not written', error);
        socket.end('{}');
      },
    );
  });
}

/** Asks the server on the data folder for a dump. @returns the file; undefined if no server runs. @throws StartError if the dump fails. */
export async function requestDump(dataDir: string): Promise<string | undefined> {
  const address = lockAddress(dataDir);
  if (!(await isHeld(address))) return undefined;
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
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
