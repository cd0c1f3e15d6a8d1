/** Clock, timers and random numbers of the sync engine. Simulations pass their own. */
export interface Clock {
  /** Unix time (ms) by the device's clock, which may be wrong and may be set back. */
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
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>), // The cast is safe because `setTimer` created the timer.
};
