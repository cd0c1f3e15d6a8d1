import type { ReaderAnswer, ReaderRequest } from './admin-prepare-worker';
import type { CodecReport, FileReport } from './file-report';
import type { PrepareAnswer, PrepareRequest } from './prepare-server';

export type Prepared = Extract<PrepareAnswer, { step: 'done' | 'failed' }>;

const startWorker = () => new Worker(new URL('./admin-prepare-worker.ts', import.meta.url), { type: 'module' });

/** Prepares a file in a worker. @throws Error if the worker does not start; DOMException AbortError if `signal` aborts */
export function prepareInWorker(
  request: PrepareRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Prepared> {
  const worker = startWorker();
  return new Promise<Prepared>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')));
    // The worker's script could not load, for example because the device is offline. The chosen file is not the cause.
    worker.onerror = (event) => reject(new Error(event.message || 'The worker does not start'));
    worker.onmessage = ({ data }: MessageEvent<PrepareAnswer>) =>
      data.step === 'progress' ? onProgress(data.share) : resolve(data);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

interface Waiting {
  resolve: (report: ReaderAnswer['report']) => void;
  reject: (error: Error) => void;
}

let reader: { worker: Worker; waiting: Map<number, Waiting> } | undefined;
let lastId = 0;

function openReader() {
  const worker = startWorker();
  const waiting = new Map<number, Waiting>();
  worker.onmessage = ({ data: { id, report } }: MessageEvent<ReaderAnswer>) => {
    waiting.get(id)?.resolve(report);
    waiting.delete(id);
  };
  worker.onerror = (event) => {
    reader = undefined;
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'The worker does not start'));
  };
  return { worker, waiting };
}

/** Sends a request to the worker that the page reuses for all reading. @throws Error if the worker does not start */
async function askReader(subject: { url: string } | { chosen: File }): Promise<ReaderAnswer['report']> {
  reader ??= openReader();
  const { worker, waiting } = reader;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, ...subject } satisfies ReaderRequest);
  });
}

/**
 * Reads the facts of a stored video. The cast is safe because the worker answers a `url` with a FileReport.
 * @throws Error if the worker does not start
 */
export const reportInWorker = (url: string): Promise<FileReport> => askReader({ url }) as Promise<FileReport>;

/**
 * Reads the codecs of a chosen file. The cast is safe because the worker answers a `chosen` file with a CodecReport.
 * @throws Error if the worker does not start
 */
export const codecsInWorker = (chosen: File): Promise<CodecReport> => askReader({ chosen }) as Promise<CodecReport>;
