import type { PartFileAnswer, PartFilePort, PartFileRequest } from './part-file-server';

// The page's side of a file that a download writes: a worker has it open, nobody else can write it meanwhile.

export interface PartFile {
  /** Writes bytes at a place of the file, hashes them and reads them back. Their memory belongs to the file until it comes back with the answer. */
  write: (
    at: number,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<{ bytes: Uint8Array<ArrayBuffer>; sha256: string; isKept: boolean }>;
  /** So many bytes from a place on; fewer where the file ends. */
  read: (at: number, size: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves when others may open the file. What was written is the system's to bring to the disk, as the database's rows are. */
  close: () => Promise<void>;
}

/** Opens a file of a folder, which are made when they are not there. @throws DOMException when the browser has no such files or another page has it. */
export type OpenPartFile = (folder: string, name: string) => Promise<PartFile>;

/** A request before it has its number. */
type Ask = PartFileRequest extends infer Request
  ? Request extends PartFileRequest
    ? Omit<Request, 'id'>
    : never
  : never;

interface Server extends PartFilePort {
  /** Of a worker that cannot be loaded or that broke. */
  onerror?: ((event: ErrorEvent) => void) | null;
}

/** A file through a server at the other end of a port; `end` is called when it is closed, and told whether the server can open another. */
export async function partFileThrough(
  server: Server,
  end: (isSound: boolean) => void,
  folder: string,
  name: string,
): Promise<PartFile> {
  const waiting = new Map<number, { answered: (answer: PartFileAnswer) => void; failed: (reason: unknown) => void }>();
  let last = 0;
  let broken: Error | undefined;
  server.onmessage = ({ data }: MessageEvent<PartFileAnswer>) => {
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
    new Promise<PartFileAnswer>((answered, failed) => {
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

/** Workers that have no file open: starting one takes a tenth of the time of a short film. */
const idle: Worker[] = [];

/** A file through a worker that has no other. */
export const openPartFile: OpenPartFile = async (folder, name) => {
  const worker = idle.pop() ?? new Worker(new URL('./part-file-worker.ts', import.meta.url), { type: 'module' });
  const end = (isSound: boolean) => (isSound ? void idle.push(worker) : worker.terminate());
  return partFileThrough(worker, end, folder, name);
};
