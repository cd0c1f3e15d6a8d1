// Worker thread that copies a folder: workerData = { from, to, without }; of the folder `without` only the subfolders are copied.
// The calls are synchronous, which is several times faster than asynchronous ones and blocks this thread alone.
import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { from, to, without } = workerData;

function copyFile(path) {
  try {
    copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  } catch (error) {
    // A running database removes files, for example of a dropped table.
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
