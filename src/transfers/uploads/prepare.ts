import type { PrepareAnswer, PrepareRequest } from './prepare-server';

export type Prepared = Extract<PrepareAnswer, { step: 'done' | 'failed' }>;

/** Prepares a file in a worker. @throws DOMException AbortError when `signal` ends it */
export function prepareInWorker(
  request: PrepareRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Prepared> {
  const worker = new Worker(new URL('./admin-prepare-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Prepared>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')));
    worker.onerror = (event) => resolve({ step: 'failed', reason: 'unreadable', detail: event.message });
    worker.onmessage = ({ data }: MessageEvent<PrepareAnswer>) =>
      data.step === 'progress' ? onProgress(data.share) : resolve(data);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
