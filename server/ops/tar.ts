/**
 * Packs files into tar archives and unpacks them as streams, without loading whole files into memory.
 * Rule: accept only plain files with relative names when unpacking, so that an archive cannot write outside the target folder.
 */
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';

const HEADER_BYTES = 512;
/** Zero bytes at the end of every archive. */
const END_BYTES = 1_024;

export interface TarEntry {
  /** Path in the archive, with `/`. */
  name: string;
  /** File or folder on the disk. A folder's entry does not include its content. */
  path: string;
}

async function fill(archive: Pack, entries: Iterable<TarEntry>, onEntry?: () => void): Promise<void> {
  for (const { name, path } of entries) {
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const header = { name, mtime: found.mtime, mode: 0o600 };
    if (found.isDirectory()) archive.entry({ ...header, type: 'directory' });
    else if (found.size === 0) archive.entry(header, '');
    // A file that shrinks meanwhile ends with an error, because its header is already written.
    else
      await pipeline(createReadStream(path, { end: found.size - 1 }), archive.entry({ ...header, size: found.size }));
    onEntry?.();
  }
  archive.finalize();
}

/** The bytes of an archive. Leaves out files that disappear meanwhile. @param onEntry called after each entry */
export function tarStream(entries: Iterable<TarEntry>, onEntry?: () => void): Pack {
  const archive = pack();
  fill(archive, entries, onEntry).catch((error: Error) => archive.destroy(error));
  return archive;
}

/** Writes the entries to a new archive and syncs it. @returns the number of entries. */
export async function packTar(archive: string, entries: Iterable<TarEntry>): Promise<number> {
  let files = 0;
  const output = createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(
    tarStream(entries, () => (files += 1)),
    output,
  );
  return files;
}

/** True if the bytes begin with the header of a tar archive. */
export const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', 257, 262) === 'ustar';

/** Rejects a file that is not a tar archive, and an archive that was cut off between two files, because the library accepts it as complete. */
async function checkEnds(archive: string): Promise<void> {
  const input = await open(archive, 'r');
  try {
    const { size } = await input.stat();
    const bytesAt = async (at: number, length: number) =>
      (await input.read(Buffer.alloc(length), 0, length, at)).buffer;
    if (!isTar(await bytesAt(0, HEADER_BYTES))) throw new Error('this is no archive of a backup, or it is damaged');
    const end = await bytesAt(Math.max(0, size - END_BYTES), END_BYTES);
    if (end.some((byte) => byte !== 0)) throw new Error('the archive ends too early');
  } finally {
    await input.close();
  }
}

/** Unpacks an archive into a folder. @returns the number of files. */
export async function unpackTar(archive: string, folder: string): Promise<number> {
  await checkEnds(archive);
  const reader = extract();
  const reading = pipeline(createReadStream(archive), reader);
  // The loop below throws the same error first.
  reading.catch(() => undefined);
  let files = 0;
  for await (const entry of reader) {
    const name = posix.normalize(entry.header.name);
    if (name.startsWith('..') || name.startsWith('/') || name.includes('\\') || entry.header.type !== 'file')
      throw new Error(`the archive contains ${name}, which is no plain file`);
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(entry, createWriteStream(target, { mode: 0o600, flush: true }));
    files += 1;
  }
  await reading;
  return files;
}
