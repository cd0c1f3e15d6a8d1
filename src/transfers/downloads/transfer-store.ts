import { newId } from '@/lib/new-id';
import type { OpenChunkFile } from '../private-files/chunk-file';
import { blobStore, type ChunkStore, fileStore } from './chunk-store';

/** The chunk store that one transfer has open: a private file or Blobs. */
export class TransferStore {
  /** Name of the private file; null: Blobs. */
  name: string | null = null;
  /** Opens while the first answer is awaited. */
  ready: Promise<ChunkStore> = Promise.resolve(blobStore);
  readonly #folder: string;
  #openChunkFile: OpenChunkFile | undefined;

  constructor(folder: string, openChunkFile: OpenChunkFile | undefined) {
    this.#folder = folder;
    this.#openChunkFile = openChunkFile;
  }

  /** Name for a new file; null: Blobs. */
  newName(): string | null {
    return this.#openChunkFile ? newId() : null;
  }

  /** Opens the store of earlier chunks. @throws DOMException when it cannot be opened now; stored chunks stay */
  async reopen(name: string | null): Promise<ChunkStore> {
    this.name = name;
    const store = name === null ? blobStore : await this.#open(name);
    this.ready = Promise.resolve(store);
    return store;
  }

  /**
   * Opens the store for the first bytes. If the browser claims to have private files but opens none, Blobs are used and
   * `onBlobs` is called first.
   */
  begin(name: string | null, onBlobs: () => Promise<void>): void {
    this.name = name;
    if (name === null) return;
    this.ready = this.#open(name).catch(async (error: unknown) => {
      console.warn('The download is kept in the database, no private file can be opened:', error);
      this.#openChunkFile = undefined;
      this.name = null;
      await onBlobs();
      return blobStore;
    });
    this.ready.catch(() => undefined); // reported to whoever awaits it
  }

  /** Releases the file for readers. */
  async close(): Promise<void> {
    const store = this.ready;
    this.ready = Promise.resolve(blobStore);
    await (await store).close();
  }

  async #open(name: string): Promise<ChunkStore> {
    if (!this.#openChunkFile) throw new DOMException('This browser has no private files', 'NotSupportedError');
    return fileStore(await this.#openChunkFile(this.#folder, name));
  }
}
