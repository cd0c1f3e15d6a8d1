// When a process of ours is to stop: Ctrl-C and its like, or the process that started it has ended (start.mjs, killed or not).
export function whenToStop(stop: () => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (!process.send) return;
  // It may have ended while this was being loaded.
  if (process.connected) process.once('disconnect', stop);
  else stop();
}
