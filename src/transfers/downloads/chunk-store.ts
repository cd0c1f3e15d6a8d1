import type { VideoChunk } from '@/domain/downloads';
import { sha256Of } from '@/lib/sha256';
import type { ChunkFile } from '../private-files/chunk-file';

// Stores the bytes of chunks: in one file of the private file system; in the chunks' rows where the browser has no such
// files, as Blobs or, where it stores none, as ArrayBuffers.

/** Fields of a chunk's row that locate its bytes. */
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
   * Stores bytes at an offset of the video, before their row is written. The store owns their memory until the promise
   * resolves.
   */
  put: (at: number, bytes: Uint8Array<ArrayBuffer>) => Promise<PutChunk>;
  /** Reads the bytes of a chunk. @throws when they cannot be read */
  read: (chunk: VideoChunk) => Promise<Uint8Array<ArrayBuffer>>;
  /** Releases the file for readers. */
  close: () => Promise<void>;
}

/** A Blob copies its input; pieces of this size reuse memory, which takes a quarter less time. */
const PIECE_BYTES = 512 * 1024;

function blobOf(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob(
    Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
      bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
    ),
  );
}

/** Empty bytes for a missing Blob. */
export const bytesOf = async (blob: Blob | undefined): Promise<Uint8Array<ArrayBuffer>> =>
  blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array(0);

export const blobStore: ChunkStore = {
  put: async (_, bytes) => ({ place: { blob: blobOf(bytes) }, sha256: await sha256Of(bytes), bytes, isProven: false }),
  read: async ({ blob }) => bytesOf(blob),
  close: async () => {},
};

/** A copy, because the caller reuses the memory. */
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

/** Reads chunks from their rows, in whichever form they hold the bytes. */
export const readRow: ChunkStore['read'] = (chunk) => (chunk.buffer ? bufferStore.read(chunk) : blobStore.read(chunk));

export const fileStore = (file: ChunkFile): ChunkStore => ({
  put: async (at, bytes) => {
    const { isKept, ...kept } = await file.write(at, bytes);
    return { place: { at }, isProven: isKept, ...kept };
  },
  read: ({ at, size }) => file.read(at ?? 0, at === undefined ? 0 : size),
  close: () => file.close(),
});

/** True if a stored chunk still has the bytes of its hash. False if they cannot be read. */
export async function isIntact(chunk: VideoChunk, read: ChunkStore['read']): Promise<boolean> {
  const bytes = await read(chunk).catch(() => undefined);
  return bytes?.length === chunk.size && (await sha256Of(bytes)) === chunk.sha256;
}

/** Chunks that are verified in parallel; limits the memory. */
const READ_BACK = 4;

/** Reads chunks back, a few at a time. @returns the damaged chunks of the first few that have any */
export async function firstDamaged(chunks: readonly VideoChunk[], read: ChunkStore['read']): Promise<VideoChunk[]> {
  for (let at = 0; at < chunks.length; at += READ_BACK) {
    const some = chunks.slice(at, at + READ_BACK);
    const sound = await Promise.all(some.map((chunk) => isIntact(chunk, read)));
    const damaged = some.filter((_, index) => !sound[index]);
    if (damaged.length > 0) return damaged;
  }
  return [];
}
