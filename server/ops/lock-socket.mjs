// The lock of a data folder: a Unix socket in the folder (Windows: a named pipe) on which the holder listens. The operating system releases it when the
// process ends, however it ends, and containers that share the folder see it. Plain Node, because start.mjs runs before the packages are installed.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect } from 'node:net';
import { join, relative } from 'node:path';

/**
 * @param {string} dataDir an existing folder
 * @returns {string} the address of its lock: the shorter of the absolute and the relative path, because systems limit it to about 100 bytes
 */
export function lockAddress(dataDir) {
  const folder = realpathSync(dataDir);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\sloy-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  const absolute = join(folder, 'lock');
  const local = relative(process.cwd(), absolute);
  return local.length < absolute.length ? local : absolute;
}

/** @param {string} address @returns {Promise<boolean>} whether a process listens there */
export function isHeld(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
