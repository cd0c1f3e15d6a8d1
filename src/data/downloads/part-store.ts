import { sha256Of } from '@/lib/sha256';
import type { VideoPart } from './layout';
import type { PartFile } from './part-file';

// Where the bytes of parts go: into one file of the private file system, or as Blobs into the parts' own rows where a browser has no such files.

/** The fields of a part's row that say where its bytes are. */
export type PartPlace = { blob: Blob } | { at: number };

export interface PutPart {
  place: PartPlace;
  sha256: string;
  /** What was put, perhaps in another view: its memory may be used again. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether it was read back and is what was put. A Blob can be read back only when its row is written. */
  isProven: boolean;
}

export interface PartStore {
  /** Puts bytes that stand at a place of the film, before their row is written. Their memory belongs to the store until then. */
  put: (at: number, bytes: Uint8Array<ArrayBuffer>) => Promise<PutPart>;
  /** The bytes of a part as they are now. @throws when they cannot be read. */
  read: (part: VideoPart) => Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves when nothing is in the way of who reads. */
  close: () => Promise<void>;
}

/** A Blob copies what it is made of; a piece of this size goes into memory that was used before, which takes a quarter less time. */
const PIECE_BYTES = 512 * 1024;

function blobOf(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob(
    Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
      bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
    ),
  );
}

/** Nothing, of bytes that are not there. */
export const bytesOf = async (blob: Blob | undefined): Promise<Uint8Array<ArrayBuffer>> =>
  blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array(0);

export const blobStore: PartStore = {
  put: async (_, bytes) => ({ place: { blob: blobOf(bytes) }, sha256: await sha256Of(bytes), bytes, isProven: false }),
  read: async ({ blob }) => bytesOf(blob),
  close: async () => {},
};

export const fileStore = (file: PartFile): PartStore => ({
  put: async (at, bytes) => {
    const { isKept, ...kept } = await file.write(at, bytes);
    return { place: { at }, isProven: isKept, ...kept };
  },
  read: ({ at, size }) => file.read(at ?? 0, at === undefined ? 0 : size),
  close: () => file.close(),
});

/** Whether a stored part still holds the bytes whose hash it carries. One whose bytes cannot be read any more does not. */
export async function isIntact(part: VideoPart, read: PartStore['read']): Promise<boolean> {
  const bytes = await read(part).catch(() => undefined);
  return bytes?.length === part.size && (await sha256Of(bytes)) === part.sha256;
}
