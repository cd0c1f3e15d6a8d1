/**
 * Writes and reads tar archives (ustar) as streams, without loading whole files into memory. `tar -xf` can read the archives.
 * Rule: accept only plain files with relative names when unpacking, so that an archive cannot write outside the target folder.
 */
import { createReadStream, createWriteStream, mkdirSync, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';

const BLOCK = 512;
/** Largest file: eleven octal digits in the header (8 GiB). */
const MAX_BYTES = 0o77777777777;

export interface TarEntry {
  /** Path in the archive, with `/`. */
  name: string;
  /** File or folder on the disk. A folder's entry does not include its content. */
  path: string;
}

function headerOf(name: string, size: number, mtimeMs: number, type: '0' | '5'): Buffer {
  const cut = name.length > 100 ? name.lastIndexOf('/', 155) : -1;
  const [prefix, rest] = cut < 0 ? ['', name] : [name.slice(0, cut), name.slice(cut + 1)];
  if (Buffer.byteLength(rest) > 100 || Buffer.byteLength(prefix) > 155 || size > MAX_BYTES)
    throw new Error(`${name} is too long or too large for an archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${Math.floor(value).toString(8).padStart(digits, '0')}\0`, at, 'latin1');
  header.write(rest, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(mtimeMs / 1000, 136, 11);
  header.write(`        ${type}`, 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The bytes of an archive. Leaves out files that disappear meanwhile. @param onEntry called after each entry */
export async function* tarStream(entries: Iterable<TarEntry>, onEntry?: () => void): AsyncGenerator<Buffer> {
  for (const { name, path } of entries) {
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    if (found.isDirectory()) yield headerOf(name, 0, found.mtimeMs, '5');
    else yield* fileBlocks(name, path, found);
    onEntry?.();
  }
  yield Buffer.alloc(2 * BLOCK);
}

async function* fileBlocks(name: string, path: string, { size, mtimeMs }: Stats): AsyncGenerator<Buffer> {
  yield headerOf(name, size, mtimeMs, '0');
  let read = 0;
  if (size > 0) {
    for await (const chunk of createReadStream(path, { end: size - 1 })) {
      read += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  if (read !== size) throw new Error(`${path} changed while it was packed`);
  yield padding(size);
}

/** Writes the entries to a new archive and syncs it. @returns the number of entries. */
export async function packTar(archive: string, entries: Iterable<TarEntry>): Promise<number> {
  const output = await open(archive, 'wx', 0o600);
  let files = 0;
  try {
    for await (const block of tarStream(entries, () => (files += 1))) await output.write(block);
    await output.sync();
  } finally {
    await output.close();
  }
  return files;
}

const textAt = (block: Buffer, at: number, length: number) => {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
};

/** True if the bytes begin with the header of a tar archive. */
export const isTar = (bytes: Buffer): boolean => textAt(bytes, 257, 5) === 'ustar';

async function readBlock(input: FileHandle, at: number): Promise<Buffer> {
  const block = Buffer.alloc(BLOCK);
  const { bytesRead } = await input.read(block, 0, BLOCK, at);
  if (bytesRead < BLOCK) throw new Error('the archive ends too early');
  return block;
}

/** Unpacks an archive into a folder. @returns the number of files. */
export async function unpackTar(archive: string, folder: string): Promise<number> {
  const input = await open(archive, 'r');
  let files = 0;
  try {
    for (let at = 0; ; ) {
      const header = await readBlock(input, at);
      if (header.every((byte) => byte === 0)) return files;
      const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0);
      const size = Number.parseInt(textAt(header, 124, 12), 8);
      if (!isTar(header) || Number.parseInt(textAt(header, 148, 8), 8) !== sum || !(size >= 0))
        throw new Error('this is no archive of a backup, or it is damaged');
      const prefix = textAt(header, 345, 155);
      const name = posix.normalize(prefix ? `${prefix}/${textAt(header, 0, 100)}` : textAt(header, 0, 100));
      if (
        name.startsWith('..') ||
        name.startsWith('/') ||
        name.includes('\\') ||
        !/[0\0]/.test(String.fromCharCode(header[156] ?? 1))
      )
        throw new Error(`the archive contains ${name}, which is no plain file`);
      const target = join(folder, name);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      at += BLOCK;
      const start = at;
      if (size > 0)
        await pipeline(
          createReadStream(archive, { start, end: start + size - 1 }),
          createWriteStream(target, { mode: 0o600, flush: true } as object),
        );
      else await (await open(target, 'w', 0o600)).close();
      if ((await stat(target)).size !== size) throw new Error('the archive ends too early');
      at += size + padding(size).length;
      files += 1;
    }
  } finally {
    await input.close();
  }
}
