/**
 * One transaction at a time on a database that has a single session.
 * PGlite lets the queries of two requests mix inside one transaction, and with it their role and claims. Every piece of work takes a turn;
 * work started inside a turn runs within it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export class Turns {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the work alone. Rule: nothing may wait for the network or for a client inside a turn. */
  take<T>(work: () => Promise<T>): Promise<T> {
    // Work that outlives its turn must wait like everybody else, hence `open`.
    if (this.#current.getStore()?.open) return work();
    const turn = { open: true };
    const result = this.#last
      .then(() => this.#current.run(turn, work))
      .finally(() => {
        turn.open = false;
      });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
