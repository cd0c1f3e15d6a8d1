import { BUSY_FILE_PAUSE_MS, BUSY_FILE_REMOVALS } from '@/config/wait-times';

// Files in the origin's private file system. Used by the page and the service worker, so this module does not import
// Dexie.
// Guarantees: reading creates nothing; a browser without private files behaves as if there were no files.

async function folderOf(name: string): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  return root?.getDirectoryHandle(name).catch(() => undefined);
}

/** Cached handle of the last file: a player requests it at every seek, and the lookup takes longer than the read. */
let last: { folder: string; name: string; handle: FileSystemFileHandle } | undefined;

/**
 * A snapshot of a file; undefined if the file does not exist. A later change of the file either stays invisible or makes
 * the snapshot unreadable.
 */
export async function privateFile(folder: string, name: string): Promise<File | undefined> {
  const known =
    last?.folder === folder && last.name === name ? await last.handle.getFile().catch(() => undefined) : undefined;
  if (known) return known;
  const handle = await (await folderOf(folder))?.getFileHandle(name).catch(() => undefined);
  last = handle && { folder, name, handle };
  return handle?.getFile().catch(() => undefined);
}

/** Removes files. A file that is open stays; the next sweep removes it. */
export async function removePrivateFiles(folder: string, names: readonly string[]): Promise<void> {
  const parent = names.length > 0 ? await folderOf(folder) : undefined;
  for (const name of names) await parent?.removeEntry(name).catch(() => undefined);
}

/** Removes all files of a folder except those in `named`. */
export async function sweepPrivateFiles(folder: string, named: ReadonlySet<string>): Promise<void> {
  const parent = await folderOf(folder);
  if (!parent) return;
  const names: string[] = [];
  for await (const name of parent.keys()) names.push(name);
  await removePrivateFiles(
    folder,
    names.filter((name) => !named.has(name)),
  );
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
