import type { VideoChunk } from '@/domain/downloads';
import { sha256Of } from '@/lib/sha256';
import type { ChunkFile } from '../private-files/chunk-file';

// Stores the bytes of chunks in a file of the private file system. If the browser has no such files, stores them in the
// chunks' rows: as Blobs, or as ArrayBuffers if IndexedDB rejects Blobs.

/** The field of a chunk's row that contains or locates its bytes. `at`: offset in the private file. */
export type ChunkLocation = { blob: Blob } | { buffer: ArrayBuffer } | { at: number };

export interface PutChunk {
  place: ChunkLocation;
  sha256: string;
  /** The stored bytes, possibly as another view of the same buffer; the caller may reuse that memory. */
  bytes: Uint8Array<ArrayBuffer>;
  /** True if the bytes were read back and compared. A Blob can be read back only after its row is written. */
  isProven: boolean;
}

export interface ChunkStore {
  /**
   * Stores bytes at an offset of the video, before their row is written. Until the promise resolves, the store owns the
   * memory of `bytes`.
   */
  put: (at: number, bytes: Uint8Array<ArrayBuffer>) => Promise<PutChunk>;
  /** Reads the bytes of a chunk. @throws when they cannot be read */
  read: (chunk: VideoChunk) => Promise<Uint8Array<ArrayBuffer>>;
  /** Closes the file, so that readers can open it. */
  close: () => Promise<void>;
}

/** Piece size (bytes) for building a Blob, which copies its input; small pieces reuse memory and take a quarter less time. */
const PIECE_BYTES = 512 * 1024;

function blobOf(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob(
    Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
      bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
    ),
  );
}

/** Reads a Blob; a missing Blob gives empty bytes. */
export const bytesOf = async (blob: Blob | undefined): Promise<Uint8Array<ArrayBuffer>> =>
  blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array(0);

export const blobStore: ChunkStore = {
  put: async (_, bytes) => ({ place: { blob: blobOf(bytes) }, sha256: await sha256Of(bytes), bytes, isProven: false }),
  read: async ({ blob }) => bytesOf(blob),
  close: async () => {},
};

/** Stores a copy of the bytes, because the caller reuses their memory. */
export const bufferStore: ChunkStore = {
  put: async (_, bytes) => ({
    place: { buffer: bytes.slice().buffer },
    sha256: await sha256Of(bytes),
    bytes,
    isProven: false,
  }),
  read: async ({ buffer }) => new Uint8Array(buffer ?? new ArrayBuffer(0)),
  close: async () => {},
};

/** Reads a chunk from its row, whether as an ArrayBuffer or as a Blob. */
export const readRow: ChunkStore['read'] = (chunk) => (chunk.buffer ? bufferStore.read(chunk) : blobStore.read(chunk));

export const fileStore = (file: ChunkFile): ChunkStore => ({
  put: async (at, bytes) => {
    const { isKept, ...kept } = await file.write(at, bytes);
    return { place: { at }, isProven: isKept, ...kept };
  },
  read: ({ at, size }) => file.read(at ?? 0, at === undefined ? 0 : size),
  close: () => file.close(),
});

/** True if the stored bytes of a chunk still match its hash; false if they differ or cannot be read. */
export async function isIntact(chunk: VideoChunk, read: ChunkStore['read']): Promise<boolean> {
  const bytes = await read(chunk).catch(() => undefined);
  return bytes?.length === chunk.size && (await sha256Of(bytes)) === chunk.sha256;
}

/** Number of chunks to verify in parallel, which limits the memory in use. */
const READ_BACK = 4;

/** Verifies chunks in batches. @returns the damaged chunks of the first batch that has any */
export async function firstDamaged(chunks: readonly VideoChunk[], read: ChunkStore['read']): Promise<VideoChunk[]> {
  for (let at = 0; at < chunks.length; at += READ_BACK) {
    const some = chunks.slice(at, at + READ_BACK);
    const sound = await Promise.all(some.map((chunk) => isIntact(chunk, read)));
    const damaged = some.filter((_, index) => !sound[index]);
    if (damaged.length > 0) return damaged;
  }
  return [];
}
