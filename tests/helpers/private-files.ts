import 'opfs-mock';
import type { OpenChunkFile } from '@/transfers/private-files/chunk-file';
import { chunkFileOverPort } from '@/transfers/private-files/chunk-file';
import { serveChunkFile } from '@/transfers/private-files/chunk-file-server';

// Private files in memory with realistic disk faults. The product's worker code runs at the other end of a message channel.

/** Optional faults of a file; `at` is the offset of the access. */
export interface FileFaults {
  /** May throw, or return the bytes that are stored instead. */
  write?: (at: number, bytes: Uint8Array) => Uint8Array;
  /** May throw when bytes are read. */
  read?: (at: number) => void;
  /** May throw when the file is opened. */
  open?: () => void;
}

interface Handle {
  read: (into: Uint8Array, options: { at: number }) => number;
  write: (bytes: Uint8Array, options: { at: number }) => number;
}
type FileHandle = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<Handle> };

/** Applies faults to all files of a folder. */
export async function breakFiles(folder: string, faults: FileFaults): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const getFileHandle = directory.getFileHandle;
  directory.getFileHandle = async (...asked) => {
    const file = (await getFileHandle(...asked)) as FileHandle; // the cast is safe because every file of the mock has access handles
    const open = file.createSyncAccessHandle;
    const faulty = async () => {
      faults.open?.();
      const handle = await open();
      return {
        ...handle,
        write: (bytes: Uint8Array, { at }: { at: number }) => handle.write(faults.write?.(at, bytes) ?? bytes, { at }),
        read: (into: Uint8Array, { at }: { at: number }) => {
          faults.read?.(at);
          return handle.read(into, { at });
        },
      };
    };
    return Object.assign(Object.create(file), { createSyncAccessHandle: faulty }) as FileHandle;
  };
}

export const openPartFileHere: OpenChunkFile = (folder, name) => {
  const { port1, port2 } = new MessageChannel();
  serveChunkFile(port2);
  return chunkFileOverPort(port1, () => port1.close(), folder, name);
};

/** Names of the files in a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder).catch(() => undefined);
  if (directory) for await (const name of directory.keys()) names.push(name);
  return names;
}

/** Writes bytes to a file, bypassing the download code. */
export async function scribble(
  folder: string,
  name: string,
  at: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
  const file = await directory.getFileHandle(name, { create: true });
  const writing = await file.createWritable({ keepExistingData: true });
  await writing.write({ type: 'write', position: at, data: bytes });
  await writing.close();
}
