import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two batches (ms). Learners' calls run during the pause, and a send to 10,000 accounts still takes less than two minutes. */
const PAUSE_MS = 100;

/**
 * Processes batches until none is left or `signal` aborts. Between two batches the database is free for learners.
 * @param next processes one batch; returns the number of its rows, or undefined if none was left
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
