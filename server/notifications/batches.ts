import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two batches (ms), so short that a send to 10,000 accounts takes less than two minutes. */
const PAUSE_MS = 100;

/**
 * Processes batches until no rows are left or `signal` aborts. Pauses between two batches, so that learners' calls need not wait for all of them.
 * @param next processes one batch; returns the number of rows, or undefined if no rows were left
 * @returns the number of rows of all batches
 */
export async function inBatches(next: () => Promise<number | undefined>, signal: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const rows = await next();
    if (rows === undefined) break;
    total += rows;
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  return total;
}
