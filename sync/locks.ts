/** One tab at a time, by the browser's locks. Without them every tab runs: the server takes each document once all the same. */
export async function alone(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (!locks) return signal.aborted ? undefined : run();
  try {
    await locks.request(name, { signal }, run);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
