/** Flushes a folder and all its contents to disk, so that a power cut cannot lose or truncate files. */
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

function syncPath(path: string, flags: string): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes a folder's own entries: new, renamed and removed files. Windows cannot flush folders and does not need it. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncPath(path, 'r');
}

export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path, 'r+');
  }
  syncFolder(folder);
}
