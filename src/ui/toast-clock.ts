/** Interval (ms) at which the display time of visible messages is counted. */
const TICK_MS = 200;

/**
 * Counts how long each message has been visible and closes the message when its time is over.
 * Rule: the time is paused while `held` returns true, so that a message never disappears under a pointer or the focus.
 */
export class ToastClock {
  readonly #left = new Map<string | number, number>();
  readonly #close: (id: string | number) => void;
  readonly #held: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(close: (id: string | number) => void, held: () => boolean) {
    this.#close = close;
    this.#held = held;
  }

  /** Starts the timer of a message; a message with the same id starts over. */
  start(id: string | number, duration: number): void {
    this.#left.set(id, duration);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  stop(id: string | number): void {
    this.#left.delete(id);
    if (this.#left.size === 0) this.end();
  }

  /** Stops the timers of all messages, when their host is removed. */
  end(): void {
    this.#left.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    if (this.#held()) return;
    for (const [id, left] of [...this.#left]) {
      if (left > TICK_MS) this.#left.set(id, left - TICK_MS);
      else {
        this.stop(id);
        this.#close(id);
      }
    }
  }
}
