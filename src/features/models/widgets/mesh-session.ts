/** The page's connection to a mesh worker that reads one file. */
import type { PrintSettings } from '../rules/printing';
import type { FromMeshWorker, ToMeshWorker } from './mesh-protocol';

type Cut = Extract<ToMeshWorker, { kind: 'cut' }>;

const startWorker = () => new Worker(new URL('./mesh-worker.ts', import.meta.url), { type: 'module' });

/** Starts a worker and terminates it once its code has loaded, so that the service worker caches the code. */
export const keepWorker = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = startWorker();
    const end = (settle: () => void) => () => {
      worker.terminate();
      settle();
    };
    worker.addEventListener('message', end(resolve));
    worker.addEventListener(
      'error',
      end(() => reject(new Error('The code of the mesh worker did not come.'))),
    );
    worker.postMessage({ kind: 'ping' } satisfies ToMeshWorker);
  });

export class MeshSession {
  readonly #worker = startWorker();
  #isCutting = false;
  #nextCut: Cut | undefined;

  constructor(listen: (message: FromMeshWorker) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromMeshWorker>) => {
      if (data.kind === 'cut') this.#cutDone();
      listen(data);
    });
    // The worker's script failed to load, or memory ran out.
    this.#worker.addEventListener('error', ({ message }) => listen({ kind: 'failure', message }));
  }

  open(wish: Omit<Extract<ToMeshWorker, { kind: 'open' }>, 'kind'>): void {
    this.#send({ kind: 'open', ...wish });
  }

  /** Requests the lines of a layer. While a layer is being computed, only the latest request waits, so that a moving slider builds no queue. */
  cut(layer: number, layers: number, settings: PrintSettings): void {
    const wish: Cut = { kind: 'cut', layer, layers, settings };
    if (this.#isCutting) this.#nextCut = wish;
    else {
      this.#isCutting = true;
      this.#send(wish);
    }
  }

  /** Terminates the worker, even in the middle of a file. */
  close(): void {
    this.#worker.terminate();
  }

  #cutDone(): void {
    this.#isCutting = false;
    const next = this.#nextCut;
    this.#nextCut = undefined;
    if (next) this.cut(next.layer, next.layers, next.settings);
  }

  #send(message: ToMeshWorker): void {
    this.#worker.postMessage(message);
  }
}
