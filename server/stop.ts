// Calls `stop` on SIGINT, SIGTERM and SIGHUP, and when the parent process (start.mjs) ends for any reason.
export function whenToStop(stop: () => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (!process.send) return;
  // The parent may have ended while this module was loading.
  if (process.connected) process.once('disconnect', stop);
  else stop();
}
