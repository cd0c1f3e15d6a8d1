// Writes a ZIP file as a stream of Blobs, so that a course of several gigabytes is never in memory at once.
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

const PART_BYTES = 4 * 1024 * 1024;

export class ZipWriter {
  readonly #parts: Blob[] = [];
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;
  #failed: Error | undefined;
  readonly #zip = new Zip((error, bytes) => {
    if (error) this.#failed = error;
    else this.#take(bytes.slice());
  });

  #take(bytes: Uint8Array<ArrayBuffer>) {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= PART_BYTES) this.#flush();
  }

  #flush() {
    this.#parts.push(new Blob(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  addText(name: string, text: string): void {
    const entry = new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    entry.push(strToU8(text), true);
    if (this.#failed) throw this.#failed;
  }

  /** Adds a media file without compression, because media are already compressed. */
  async addStream(name: string, stream: ReadableStream<Uint8Array>, onBytes: (count: number) => void): Promise<void> {
    const entry = new ZipPassThrough(name);
    this.#zip.add(entry);
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      entry.push(value);
      onBytes(value.length);
      if (this.#failed) throw this.#failed;
    }
    entry.push(new Uint8Array(0), true);
  }

  close(): Blob {
    this.#zip.end();
    this.#flush();
    if (this.#failed) throw this.#failed;
    return new Blob(this.#parts, { type: 'application/zip' });
  }
}
