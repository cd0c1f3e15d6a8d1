/**
 * Runs a function in one tab at a time (Web Locks). Without the Web Locks API every tab runs the function, which is safe
 * because the server applies each document once.
 */
import { anySignal } from '@/shared/any-signal';

interface Options {
  /** Steals the lock from the tab that holds it. */
  steal?: boolean;
}

/**
 * Calls `run` while this tab holds the lock. The signal passed to `run` aborts when `signal` aborts or when another tab steals the lock.
 * @returns true when another tab stole the lock
 */
export async function withExclusiveLock(
  name: string,
  signal: AbortSignal,
  run: (end: AbortSignal) => Promise<void>,
  { steal = false }: Options = {},
): Promise<boolean> {
  if (signal.aborted) return false;
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  const lost = new AbortController();
  const end = anySignal(signal, lost.signal);
  let running: Promise<void> | undefined;
  const hold = () => {
    running = run(end);
    return running;
  };
  if (!locks) {
    await hold();
    return false;
  }
  try {
    await locks.request(name, steal ? { steal } : { signal }, hold);
    return false;
  } catch (error) {
    const isStolen = running !== undefined && error instanceof DOMException && error.name === 'AbortError';
    if (!isStolen) {
      if (signal.aborted) return false;
      throw error;
    }
    lost.abort();
    await running;
    return !signal.aborted;
  }
}
