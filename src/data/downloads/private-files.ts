// Files of the origin's private file system, one folder for each account's downloads. Shared by the page and the worker that serves them: no Dexie.
// Guarantees: asking makes nothing; a browser without such files has none.

/** Between two attempts to remove what another tab still has open, ms, and how many there are. */
const PATIENCE_MS = 100;
const ATTEMPTS = 30;

async function folderOf(name: string): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  return root?.getDirectoryHandle(name).catch(() => undefined);
}

/** Where the file is that was asked for last: a player asks for it at every seek, and the way to it takes longer than the file itself. */
let last: { folder: string; name: string; handle: FileSystemFileHandle } | undefined;

/** A file as it is now: what changes later is not seen, or makes it unreadable. Undefined when there is none. */
export async function privateFile(folder: string, name: string): Promise<File | undefined> {
  const known =
    last?.folder === folder && last.name === name ? await last.handle.getFile().catch(() => undefined) : undefined;
  if (known) return known;
  const handle = await (await folderOf(folder))?.getFileHandle(name).catch(() => undefined);
  last = handle && { folder, name, handle };
  return handle?.getFile().catch(() => undefined);
}

/** Removes files. One that is open stays: whoever sweeps next removes it. */
export async function removePrivateFiles(folder: string, names: readonly string[]): Promise<void> {
  const parent = names.length > 0 ? await folderOf(folder) : undefined;
  for (const name of names) await parent?.removeEntry(name).catch(() => undefined);
}

/** Removes every file of a folder that `named` does not name. */
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

/** Removes a folder with everything in it; waits for another tab that still writes. @throws DOMException when it never stops. */
export async function removePrivateFolder(name: string): Promise<void> {
  const root = (await folderOf(name)) && (await navigator.storage.getDirectory());
  for (let attempt = 1; root; attempt += 1) {
    try {
      return await root.removeEntry(name, { recursive: true });
    } catch (error) {
      const isGone = error instanceof DOMException && error.name === 'NotFoundError';
      if (isGone) return;
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    }
  }
}
