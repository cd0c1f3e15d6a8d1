import type { ChunkFileAnswer, ChunkFilePort, ChunkFileRequest } from './chunk-file-server';

// Page side of a download's private file. A worker holds the file open, so that nothing else can write it.

export interface ChunkFile {
  /**
   * Writes bytes at an offset, hashes them and reads them back. The memory of `bytes` moves to the worker; afterwards use the `bytes` of the result.
   */
  write: (
    at: number,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<{ bytes: Uint8Array<ArrayBuffer>; sha256: string; isKept: boolean }>;
  /** Reads up to `size` bytes from an offset; fewer at the end of the file. */
  read: (at: number, size: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Releases the file. The system flushes written bytes, as it does for the database's rows. */
  close: () => Promise<void>;
}

/**
 * Opens a file in a folder and creates both if needed. @throws DOMException if the browser has no private files or
 * another page has the file open
 */
export type OpenChunkFile = (folder: string, name: string) => Promise<ChunkFile>;

/** A request without its `id`. */
type Ask = ChunkFileRequest extends infer Request
  ? Request extends ChunkFileRequest
    ? Omit<Request, 'id'>
    : never
  : never;

interface Server extends ChunkFilePort {
  /** The browser calls this for a worker whose script did not load or that crashed; never for a message port. */
  onerror?: ((event: ErrorEvent) => void) | null;
}

/**
 * Opens a file through a port. Calls `end(isSound)` when the file is closed or cannot be opened; `isSound` is true if the server at the other end
 * of the port can open another file.
 */
export async function chunkFileOverPort(
  server: Server,
  end: (isSound: boolean) => void,
  folder: string,
  name: string,
): Promise<ChunkFile> {
  const waiting = new Map<number, { answered: (answer: ChunkFileAnswer) => void; failed: (reason: unknown) => void }>();
  let last = 0;
  let broken: Error | undefined;
  server.onmessage = ({ data }: MessageEvent<ChunkFileAnswer>) => {
    const { id, error } = data;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.failed(new DOMException(error.message, error.name));
    else one?.answered(data);
  };
  server.onerror = (event) => {
    broken = new Error(`The worker of a download failed: ${event.message}`);
    for (const { failed } of waiting.values()) failed(broken);
    waiting.clear();
  };
  const ask = (question: Ask, transfer: Transferable[] = []) =>
    new Promise<ChunkFileAnswer>((answered, failed) => {
      if (broken) return failed(broken);
      last += 1;
      waiting.set(last, { answered, failed });
      server.postMessage({ id: last, ...question }, { transfer });
    });
  const nothing = () => new Uint8Array(0);
  try {
    await ask({ ask: 'open', folder, name });
  } catch (error) {
    end(false);
    throw error;
  }
  return {
    write: async (at, bytes) => {
      const answer = await ask({ ask: 'write', at, bytes }, [bytes.buffer]);
      return { bytes: answer.bytes ?? nothing(), sha256: answer.sha256 ?? '', isKept: answer.isKept === true };
    },
    read: async (at, size) => (await ask({ ask: 'read', at, size })).bytes ?? nothing(),
    close: async () => {
      let isSound = false;
      try {
        await ask({ ask: 'close' });
        isSound = true;
      } finally {
        end(isSound);
      }
    },
  };
}

/** Idle workers for reuse: starting a worker takes a tenth of the time of a short download. */
const idle: Worker[] = [];

/** Opens a file through an idle worker or a new one. */
export const openChunkFile: OpenChunkFile = async (folder, name) => {
  const worker = idle.pop() ?? new Worker(new URL('./chunk-file-worker.ts', import.meta.url), { type: 'module' });
  const end = (isSound: boolean) => (isSound ? void idle.push(worker) : worker.terminate());
  return chunkFileOverPort(worker, end, folder, name);
};
