/**
 * Runs one unit of work at a time on a database with a single session.
 * PGlite interleaves the queries of two requests inside one transaction, including their role and claims. Each unit of work takes the mutex;
 * work started inside it runs within it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export class Mutex {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the work exclusively. Rule: never wait for the network or for a client inside. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    // `open` is false for work that outlives its unit: it must queue like any other.
    if (this.#current.getStore()?.open) return work();
    const unit = { open: true };
    const result = this.#last
      .then(() => this.#current.run(unit, work))
      .finally(() => {
        unit.open = false;
      });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
