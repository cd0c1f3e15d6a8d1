/**
 * Runs one unit of work at a time on a database with a single session.
 * Without the mutex, PGlite would interleave the queries of two requests in one transaction, with one request's role and claims.
 * The mutex is reentrant: work that starts inside a unit of work runs within it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseWait } from '../../telemetry/metrics';

export class Mutex {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` exclusively. Rule: `work` must not wait for the network or for a client. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    // `open` is false once the unit has ended: work that outlives its unit waits in the queue like any other work.
    if (this.#current.getStore()?.open) return work();
    const unit = { open: true };
    const waited = databaseWait.startTimer();
    const result = this.#last
      .then(() => {
        waited();
        return this.#current.run(unit, work);
      })
      .finally(() => {
        unit.open = false;
      });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
