/** Counts ms by a monotonic clock, beginning at what was counted before. The device's own clock may jump; this one may not. */
export interface Stopwatch {
  start(): void;
  stop(): void;
  read(): number;
}

export function createStopwatch(base: number, now: () => number = () => performance.now()): Stopwatch {
  let counted = base;
  let since: number | null = null;
  const running = () => (since === null ? 0 : Math.max(0, now() - since));
  return {
    start() {
      since ??= now();
    },
    stop() {
      counted += running();
      since = null;
    },
    read: () => counted + running(),
  };
}
