// Worker thread that copies the folder `from` to `to`. The files directly in the subfolder `without` are left out.
// It uses synchronous calls: they are several times faster than asynchronous ones and block only this thread.
import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { from, to, without } = workerData;

function copyFile(path) {
  try {
    copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  } catch (error) {
    // The running database may remove a file meanwhile, for example the file of a dropped table.
    if (error.code !== 'ENOENT') throw error;
  }
}

function copyFolder(name) {
  mkdirSync(join(to, name), { mode: 0o700 });
  for (const entry of readdirSync(join(from, name), { withFileTypes: true })) {
    const path = join(name, entry.name);
    if (entry.isDirectory()) copyFolder(path);
    else if (entry.isFile() && name !== without) copyFile(path);
  }
}

copyFolder('');
