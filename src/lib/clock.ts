/** Time and randomness for the engine; simulations replace them. */
export interface Clock {
  /** Ms since the epoch by the device's clock, which may be wrong or set back. */
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>), // created by setTimer above
};
