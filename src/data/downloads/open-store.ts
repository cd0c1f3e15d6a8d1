import { newId } from '@/lib/new-id';
import type { OpenPartFile } from './part-file';
import { blobStore, fileStore, type PartStore } from './part-store';

/** What one transfer has open to put bytes into: a private file, or Blobs. */
export class OpenStore {
  /** The private file; null: Blobs. */
  name: string | null = null;
  /** Opened while the first answer is awaited. */
  ready: Promise<PartStore> = Promise.resolve(blobStore);
  readonly #folder: string;
  #openPartFile: OpenPartFile | undefined;

  constructor(folder: string, openPartFile: OpenPartFile | undefined) {
    this.#folder = folder;
    this.#openPartFile = openPartFile;
  }

  /** A file for another film; null: Blobs. */
  newName(): string | null {
    return this.#openPartFile ? newId() : null;
  }

  /** Opens what holds stored parts. @throws DOMException when it cannot be opened now: what is stored stays. */
  async reopen(name: string | null): Promise<PartStore> {
    this.name = name;
    const store = name === null ? blobStore : await this.#open(name);
    this.ready = Promise.resolve(store);
    return store;
  }

  /** Opens what will hold the first bytes. A browser that says it has files and gives none has Blobs: `onBlobs` is told before they are used. */
  begin(name: string | null, onBlobs: () => Promise<void>): void {
    this.name = name;
    if (name === null) return;
    this.ready = this.#open(name).catch(async (error: unknown) => {
      console.warn('The download is kept in the database, no private file can be opened:', error);
      this.#openPartFile = undefined;
      this.name = null;
      await onBlobs();
      return blobStore;
    });
    this.ready.catch(() => undefined); // whoever needs it hears of it
  }

  /** Lets others read what was written. */
  async close(): Promise<void> {
    const store = this.ready;
    this.ready = Promise.resolve(blobStore);
    await (await store).close();
  }

  async #open(name: string): Promise<PartStore> {
    if (!this.#openPartFile) throw new DOMException('This browser has no private files', 'NotSupportedError');
    return fileStore(await this.#openPartFile(this.#folder, name));
  }
}
