import { BUSY_FILE_PAUSE_MS, BUSY_FILE_REMOVALS } from '@/shared/app-limits';

// Copies of uploaded files in the origin's private file system.
// Guarantees: reading creates nothing; a browser without private files behaves as if there were no files.

async function folderOf(name: string): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  return root?.getDirectoryHandle(name).catch(() => undefined);
}

/** A snapshot of a file; undefined if the file does not exist. */
export async function privateFile(folder: string, name: string): Promise<File | undefined> {
  const handle = await (await folderOf(folder))?.getFileHandle(name).catch(() => undefined);
  return handle?.getFile().catch(() => undefined);
}

/** Removes a file. One that is open stays. */
export async function removePrivateFile(folder: string, name: string): Promise<void> {
  await (await folderOf(folder))?.removeEntry(name).catch(() => undefined);
}

/**
 * Removes a folder with its contents; retries while another tab has a file open. @throws DOMException if that tab does
 * not close it in time
 */
export async function removePrivateFolder(name: string): Promise<void> {
  const root = (await folderOf(name)) && (await navigator.storage.getDirectory());
  for (let attempt = 1; root; attempt += 1) {
    try {
      return await root.removeEntry(name, { recursive: true });
    } catch (error) {
      const isGone = error instanceof DOMException && error.name === 'NotFoundError';
      if (isGone) return;
      if (attempt === BUSY_FILE_REMOVALS) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_FILE_PAUSE_MS));
    }
  }
}
