/**
 * Runs a function in one tab at a time (Web Locks). Without that API every tab runs it, which is safe because the
 * server applies each document once.
 */
import { anySignal } from '@/lib/any-signal';

interface Options {
  /** Takes the lock from the tab that holds it. */
  steal?: boolean;
}

/**
 * `run` ends when its signal aborts: `signal` did, or another tab has taken the lock.
 * @returns true when the lock was taken away
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
