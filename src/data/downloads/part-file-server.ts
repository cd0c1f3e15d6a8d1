import { sameBytes } from '@/lib/same-bytes';
import { sha256Of } from '@/lib/sha256';

// The worker's side of a file that a download writes: only in a worker a browser writes a private file in place.
// Guarantees: what is said to be kept was read back; bytes come back to who sent them; an error is an answer.

/** What is asked of the one file that a worker has open; `id` comes back with the answer. */
export type PartFileRequest =
  | { id: number; ask: 'open'; folder: string; name: string }
  | { id: number; ask: 'write'; at: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; ask: 'read'; at: number; size: number }
  | { id: number; ask: 'close' };

export interface PartFileAnswer {
  id: number;
  /** What was read, or the memory of what was written. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** Of what was written. */
  sha256?: string;
  /** Whether what was written reads back as it was. */
  isKept?: boolean;
  error?: { name: string; message: string };
}

/** What a worker and a message port have in common. */
export interface PartFilePort {
  postMessage: (message: unknown, options: { transfer: Transferable[] }) => void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** The part of `FileSystemSyncAccessHandle` that is used. Browsers of before 2023 answer some of it with a promise. */
interface AccessHandle {
  read: (into: Uint8Array, options: { at: number }) => number;
  write: (bytes: Uint8Array, options: { at: number }) => number;
  close: () => void | Promise<void>;
}

/** A page that was just closed or loaded anew may have the file open for a moment, ms between attempts and how many there are. */
const PATIENCE_MS = 100;
const ATTEMPTS = 50;

interface WorkerFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle: () => Promise<AccessHandle>;
}

/** Workers alone have such handles, and not those of every browser. */
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
      if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError') || attempt === ATTEMPTS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    }
  }
}

/** Serves one file to whoever is at the other end of the port. */
export function servePartFile(port: PartFilePort): void {
  let opened: AccessHandle | undefined;
  let memory = new Uint8Array(0);

  const readInto = (handle: AccessHandle, into: Uint8Array<ArrayBuffer>, at: number) =>
    into.subarray(0, handle.read(into, { at }));

  /** Rule: what cannot be read back is not kept. */
  function isKept(handle: AccessHandle, at: number, bytes: Uint8Array<ArrayBuffer>): boolean {
    if (memory.length < bytes.length) memory = new Uint8Array(bytes.length);
    try {
      return sameBytes(readInto(handle, memory.subarray(0, bytes.length), at), bytes);
    } catch {
      return false;
    }
  }

  async function answer(request: PartFileRequest): Promise<Omit<PartFileAnswer, 'id'>> {
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

  port.onmessage = ({ data }: MessageEvent<PartFileRequest>) => {
    const failed = (error: unknown): Omit<PartFileAnswer, 'id'> => {
      const { name, message } =
        error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
      return { error: { name, message } };
    };
    void answer(data)
      .catch(failed)
      .then((said) => port.postMessage({ id: data.id, ...said }, { transfer: said.bytes ? [said.bytes.buffer] : [] }));
  };
}
