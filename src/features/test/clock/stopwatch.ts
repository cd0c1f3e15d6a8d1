/** Counts ms by a monotonic clock, beginning at what was counted before. The device's own clock may jump; this one may not. */
export interface Stopwatch {
  start(): void;
  stop(): void;
  read(): number;
  /** What passed while this clock did not see it: goes on from `ms` where that is more. */
  atLeast(ms: number): void;
}

export function createStopwatch(base: number, now: () => number = () => performance.now()): Stopwatch {
  let counted = base;
  let since: number | null = null;
  const running = () => (since === null ? 0 : Math.max(0, now() - since));
  const read = () => counted + running();
  return {
    start() {
      since ??= now();
    },
    stop() {
      counted = read();
      since = null;
    },
    read,
    atLeast(ms) {
      counted += Math.max(0, ms - read());
    },
  };
}
