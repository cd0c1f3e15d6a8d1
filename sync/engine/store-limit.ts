/**
 * A time limit for calls of this device's stores. WebKit leaves some IndexedDB calls without any answer, and nothing else would end the wait.
 * Rule: the call itself cannot be cancelled. Whoever gives up opens the store again, because only that connection is stuck.
 */
import type { Clock } from '@/lib/clock';

export class StoreTimeoutError extends Error {
  override name = 'StoreTimeoutError';
}

/** @throws StoreTimeoutError when `work` has not ended after this time (ms); its later result is ignored */
export function withinLimit<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => reject(new StoreTimeoutError(`The store has not answered for ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clock.clearTimer(timer));
  });
}
