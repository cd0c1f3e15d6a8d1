/**
 * A time limit for calls of this device's stores, because some IndexedDB calls never settle in WebKit.
 * Rule: the call itself cannot be cancelled. After a timeout, open the store again: only the old connection is stuck.
 */
import type { Clock } from '@/shared/clock';

export class StoreTimeoutError extends Error {
  override name = 'StoreTimeoutError';
}

/** @throws StoreTimeoutError when `work` has not settled after `ms`; its later result is ignored */
export function withinLimit<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => reject(new StoreTimeoutError(`The store has not answered for ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clock.clearTimer(timer));
  });
}
