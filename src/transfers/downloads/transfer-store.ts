import { newId } from '@/lib/new-id';
import type { OpenChunkFile } from '../private-files/chunk-file';
import { blobStore, bufferStore, type ChunkStore, fileStore, readRow } from './chunk-store';

/** The chunk store that one transfer has open: a private file, or the chunks' rows. */
export class TransferStore {
  /** Name of the private file; null: the chunks' rows. */
  name: string | null = null;
  /** Opens while the first answer is awaited. */
  ready: Promise<ChunkStore> = Promise.resolve(blobStore);
  readonly #folder: string;
  #openChunkFile: OpenChunkFile | undefined;
  readonly #storesBlobs: () => Promise<boolean>;

  constructor(folder: string, openChunkFile: OpenChunkFile | undefined, storesBlobs: () => Promise<boolean>) {
    this.#folder = folder;
    this.#openChunkFile = openChunkFile;
    this.#storesBlobs = storesBlobs;
  }

  /** The store in the chunks' rows. New chunks may have another form than stored ones: each is read in its own. */
  async #rows(): Promise<ChunkStore> {
    return { ...((await this.#storesBlobs()) ? blobStore : bufferStore), read: readRow };
  }

  /** Name for a new file; null: the chunks' rows. */
  newName(): string | null {
    return this.#openChunkFile ? newId() : null;
  }

  /** Opens the store of earlier chunks. @throws DOMException when it cannot be opened now; stored chunks stay */
  async reopen(name: string | null): Promise<ChunkStore> {
    this.name = name;
    const store = name === null ? await this.#rows() : await this.#open(name);
    this.ready = Promise.resolve(store);
    return store;
  }

  /**
   * Opens the store for the first bytes. If the browser claims to have private files but opens none, the rows are used
   * and `onRows` is called first.
   */
  begin(name: string | null, onRows: () => Promise<void>): void {
    this.name = name;
    if (name === null) {
      this.ready = this.#rows();
      this.ready.catch(() => undefined); // reported to whoever awaits it
      return;
    }
    this.ready = this.#open(name).catch(async (error: unknown) => {
      console.warn('The download is kept in the database, no private file can be opened:', error);
      this.#openChunkFile = undefined;
      this.name = null;
      await onRows();
      return this.#rows();
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
