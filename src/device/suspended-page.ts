/**
 * Keeps IndexedDB usable for the next page when this page moves to the back/forward cache. WebKit (Safari) keeps the running transactions of such a
 * page open, so every later page of this origin would wait for the store without an end, for example after the return from the payment page.
 * Guarantees: a suspended page holds no transaction; an aborted write is reported as failed, so nothing is lost that the page showed as stored.
 */
const isWebKit = () => globalThis.navigator?.vendor?.startsWith('Apple') && 'IDBDatabase' in globalThis;

/**
 * Call this once, before the first database opens: Dexie keeps the `transaction` method that a database has when it opens, so a later call would
 * have no effect on it. Does nothing outside WebKit, because other engines end the transactions themselves. When the page returns, Dexie runs all
 * live queries again.
 */
export function abortTransactionsOnLeave(): void {
  if (!isWebKit()) return;
  let isLeft = false;
  const running = new Set<IDBTransaction>();
  const { prototype } = IDBDatabase;
  const begin = prototype.transaction;
  prototype.transaction = function (...options) {
    // Other listeners of `pagehide` and `visibilitychange` may still try to write. Dexie reopens the database after this error, so such a write
    // continues if the page returns.
    if (isLeft) throw new DOMException('The page is suspended', 'InvalidStateError');
    const transaction = begin.apply(this, options);
    const ended = () => running.delete(transaction);
    running.add(transaction);
    transaction.addEventListener('complete', ended);
    transaction.addEventListener('abort', ended);
    return transaction;
  };
  addEventListener('pagehide', ({ persisted }) => {
    isLeft = persisted;
    if (persisted) for (const transaction of running) abort(transaction);
  });
  addEventListener('pageshow', () => {
    isLeft = false;
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction is already committing, and ends by itself.
  }
}
