import { newId } from '@/lib/new-id';
import type { OpenChunkFile } from '../private-files/chunk-file';
import { blobStore, bufferStore, type ChunkStore, fileStore, readRow } from './chunk-store';

/** The chunk store of one transfer: a private file, or the chunks' rows. */
export class TransferStore {
  /** Name of the private file; null if the bytes are in the chunks' rows. */
  name: string | null = null;
  /** The store, which opens while the transfer waits for the first response. */
  ready: Promise<ChunkStore> = Promise.resolve(blobStore);
  readonly #folder: string;
  #openChunkFile: OpenChunkFile | undefined;
  readonly #storesBlobs: () => Promise<boolean>;

  constructor(folder: string, openChunkFile: OpenChunkFile | undefined, storesBlobs: () => Promise<boolean>) {
    this.#folder = folder;
    this.#openChunkFile = openChunkFile;
    this.#storesBlobs = storesBlobs;
  }

  /** A store in the chunks' rows. Reads both Blobs and ArrayBuffers, because older chunks may be stored in the other form. */
  async #rows(): Promise<ChunkStore> {
    return { ...((await this.#storesBlobs()) ? blobStore : bufferStore), read: readRow };
  }

  /** Name for a new private file; null if the bytes go into the chunks' rows. */
  newName(): string | null {
    return this.#openChunkFile ? newId() : null;
  }

  /** Opens the store of an earlier transfer. @throws DOMException if it cannot be opened now; its chunks stay */
  async reopen(name: string | null): Promise<ChunkStore> {
    this.name = name;
    const store = name === null ? await this.#rows() : await this.#open(name);
    this.ready = Promise.resolve(store);
    return store;
  }

  /**
   * Opens a store for a new download. If no private file can be opened although the browser supports them, awaits
   * `onRows` and uses the chunks' rows.
   */
  begin(name: string | null, onRows: () => Promise<void>): void {
    this.name = name;
    if (name === null) {
      this.ready = this.#rows();
      this.ready.catch(() => undefined); // the caller that awaits `ready` gets the error
      return;
    }
    this.ready = this.#open(name).catch(async (error: unknown) => {
      console.warn('The download is kept in the database, no private file can be opened:', error);
      this.#openChunkFile = undefined;
      this.name = null;
      await onRows();
      return this.#rows();
    });
    this.ready.catch(() => undefined); // the caller that awaits `ready` gets the error
  }

  /** Closes the file, so that readers can open it. */
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
