/** The page's side of one mesh worker: one file, its figures and its cuts. */
import type { FileUnit, PrintSettings } from '@/domain/mesh/printing';
import type { FromMeshWorker, ToMeshWorker } from './mesh-protocol';

type Cut = Extract<ToMeshWorker, { kind: 'cut' }>;

const startWorker = () => new Worker(new URL('./mesh-worker.ts', import.meta.url), { type: 'module' });

/** Starts a worker and ends it when its code is here, so that the service worker keeps the code for later. */
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
    // The worker's script did not come, or its memory is not enough.
    this.#worker.addEventListener('error', ({ message }) => listen({ kind: 'failure', message }));
  }

  open(file: Blob, fileName: string, unit: FileUnit | null, lineWidth: number): void {
    this.#send({ kind: 'open', file, fileName, unit, lineWidth });
  }

  measure(positions: Float32Array, lineWidth: number): void {
    this.#send({ kind: 'measure', positions, lineWidth });
  }

  /** Asks for the lines of a layer. While one layer is cut only the latest wish is kept, so that a moving slider never builds a queue. */
  cut(layer: number, layers: number, settings: PrintSettings): void {
    const wish: Cut = { kind: 'cut', layer, layers, settings };
    if (this.#isCutting) this.#nextCut = wish;
    else {
      this.#isCutting = true;
      this.#send(wish);
    }
  }

  /** Ends the worker, also in the middle of a long file. */
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
