import { BUSY_FILE_OPENS, BUSY_FILE_PAUSE_MS } from '@/config/wait-times';
import { sameBytes } from '@/lib/same-bytes';
import { sha256Of } from '@/lib/sha256';

// Worker side of a download's private file: only workers can write such files in place.
// Guarantees: `isKept` means that the bytes were read back unchanged; the answer returns the memory of the bytes to the sender; every
// error is sent as an answer.

/** Requests for the one file that the worker has open. The answer has the same `id`. */
export type ChunkFileRequest =
  | { id: number; ask: 'open'; folder: string; name: string }
  | { id: number; ask: 'write'; at: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; ask: 'read'; at: number; size: number }
  | { id: number; ask: 'close' };

export interface ChunkFileAnswer {
  id: number;
  /** The bytes that were read, or the written bytes, whose memory goes back to the sender. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** Hash of the written bytes. */
  sha256?: string;
  /** True if the written bytes read back unchanged. */
  isKept?: boolean;
  error?: { name: string; message: string };
}

/** Common interface of a worker and a message port. */
export interface ChunkFilePort {
  postMessage: (message: unknown, options: { transfer: Transferable[] }) => void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** The part of `FileSystemSyncAccessHandle` that is used here. Browsers before 2023 return promises from some functions. */
interface AccessHandle {
  read: (into: Uint8Array, options: { at: number }) => number;
  write: (bytes: Uint8Array, options: { at: number }) => number;
  close: () => void | Promise<void>;
}

interface WorkerFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle: () => Promise<AccessHandle>;
}

/** True if the file can be written in place. Only some browsers support this, and only in workers. */
const isWritable = (file: FileSystemFileHandle): file is WorkerFileHandle => 'createSyncAccessHandle' in file;

async function openHandle(folder: string, name: string): Promise<AccessHandle> {
  const root = await navigator.storage.getDirectory();
  const parent = await root.getDirectoryHandle(folder, { create: true });
  const file = await parent.getFileHandle(name, { create: true });
  if (!isWritable(file)) throw new DOMException('This browser writes no private files in place', 'NotSupportedError');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (
        !(error instanceof DOMException && error.name === 'NoModificationAllowedError') ||
        attempt === BUSY_FILE_OPENS
      )
        throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_FILE_PAUSE_MS));
    }
  }
}

/** Serves one private file to the other end of `port`. */
export function serveChunkFile(port: ChunkFilePort): void {
  let opened: AccessHandle | undefined;
  let memory = new Uint8Array(0);

  const readInto = (handle: AccessHandle, into: Uint8Array<ArrayBuffer>, at: number) =>
    into.subarray(0, handle.read(into, { at }));

  /** True if the bytes read back unchanged; false if they cannot be read back. */
  function isKept(handle: AccessHandle, at: number, bytes: Uint8Array<ArrayBuffer>): boolean {
    if (memory.length < bytes.length) memory = new Uint8Array(bytes.length);
    try {
      return sameBytes(readInto(handle, memory.subarray(0, bytes.length), at), bytes);
    } catch {
      return false;
    }
  }

  async function answer(request: ChunkFileRequest): Promise<Omit<ChunkFileAnswer, 'id'>> {
    if (request.ask === 'open') {
      opened = await openHandle(request.folder, request.name);
      return {};
    }
    if (!opened) throw new DOMException('The file is not open', 'InvalidStateError');
    switch (request.ask) {
      case 'write': {
        const { at, bytes } = request;
        const sha256 = sha256Of(bytes);
        const written = opened.write(bytes, { at });
        if (written < bytes.length)
          throw new DOMException(`${written} of ${bytes.length} bytes were written`, 'QuotaExceededError');
        return { bytes, isKept: isKept(opened, at, bytes), sha256: await sha256 };
      }
      case 'read':
        return { bytes: readInto(opened, new Uint8Array(request.size), request.at) };
      case 'close':
        await opened.close();
        opened = undefined;
        return {};
    }
  }

  port.onmessage = ({ data }: MessageEvent<ChunkFileRequest>) => {
    const failed = (error: unknown): Omit<ChunkFileAnswer, 'id'> => {
      const { name, message } =
        error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
      return { error: { name, message } };
    };
    void answer(data)
      .catch(failed)
      .then((answer) =>
        port.postMessage({ id: data.id, ...answer }, { transfer: answer.bytes ? [answer.bytes.buffer] : [] }),
      );
  };
}
