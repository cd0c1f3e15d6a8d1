// Names a full disk as the cause of a failed start: the database and the file store report it as damage or as an internal error.
import { statfs } from 'node:fs/promises';
import { StartError } from './settings';

/** A disk with less free space (bytes) counts as full: a file that did not fit was removed again, and the largest file of the seed has 32 MB. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Runs `work`. @throws StartError if `work` fails while the disk of the data folder is full; otherwise the error of `work` */
export async function nameFullDisk<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    if (free >= LEAST_FREE_BYTES) throw error;
    throw new StartError(
      `The disk that holds ${dataDir} is full (${Math.floor(free / 1024 / 1024)} MB free). Free some space and start again.`,
      { cause: error },
    );
  }
}
