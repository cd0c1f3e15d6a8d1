/**
 * Runs a function in one tab at a time (Web Locks). Without that API every tab runs it, which is safe because the
 * server applies each document once.
 */
export async function withExclusiveLock(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (!locks) return signal.aborted ? undefined : run();
  try {
    await locks.request(name, { signal }, run);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
