import type { Clock } from '@/shared/clock';

/** A clock that tests advance. */
export class HandClock implements Clock {
  time = 0;
  chance = 0.5;
  #timers: { at: number; run: () => void }[] = [];

  now = () => this.time;
  random = () => this.chance;

  setTimer(run: () => void, ms: number): unknown {
    const timer = { at: this.time + ms, run };
    this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
  }

  pass(ms: number): void {
    this.time += ms;
    const due = this.#timers.filter(({ at }) => at <= this.time);
    this.#timers = this.#timers.filter(({ at }) => at > this.time);
    for (const { run } of due) run();
  }

  /** Sets the device's clock back without delaying running timers. */
  turnBack(ms: number): void {
    this.time -= ms;
    for (const timer of this.#timers) timer.at -= ms;
  }
}
