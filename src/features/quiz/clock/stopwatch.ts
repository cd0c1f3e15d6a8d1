/** Counts time (ms) with a monotonic clock, starting from an earlier value. Unlike the device's clock, it never jumps. */
export interface Stopwatch {
  start(): void;
  stop(): void;
  read(): number;
  /** Raises the counted time to at least `ms`, to include time that this stopwatch did not count. */
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
