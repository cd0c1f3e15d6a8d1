/**
 * The retry gate: every request waits until the gate is open, and the gate closes for a delay after an error.
 * Guarantees: retry delays grow from 1 s to 5 min with full jitter, so that many devices do not retry at the same time; `wake`
 * opens the gate at once.
 * Rule: ignore errors of requests that started before the gate last closed, so that a push and a pull that fail together
 * count as one failure.
 */
import { FIRST_RETRY_PAUSE_MS, LONGEST_RETRY_PAUSE_MS } from '@/shared/app-limits';
import type { Clock } from '@/shared/clock';
import type { TransportError } from '../protocol/errors';
import type { WaitReason } from '../protocol/types';

export class RetryGate {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #failures = 0;
  #generation = 0;
  #timer: unknown;
  #waiting: (() => void)[] = [];
  /** Number of 401 and 403 responses since the last successful request. */
  unauthorised = 0;
  reason: WaitReason | undefined;
  retryAt: number | undefined;
  stopped = false;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get closed(): boolean {
    return this.retryAt !== undefined;
  }

  /** Waits until the gate is open or stopped. @returns the generation to pass to `fail` */
  async acquire(): Promise<number> {
    while (this.closed && !this.stopped) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#generation;
  }

  succeed(): void {
    this.#failures = 0;
    this.unauthorised = 0;
    if (this.closed) this.#open();
  }

  fail(error: TransportError, generation: number): void {
    if (generation !== this.#generation || this.stopped) return;
    this.#generation++;
    if (error.reason === 'unauthorised') this.unauthorised++;
    const longest = Math.min(LONGEST_RETRY_PAUSE_MS, FIRST_RETRY_PAUSE_MS * 2 ** this.#failures++);
    const pause = Math.max(this.#clock.random() * longest, error.retryAfter ?? 0, FIRST_RETRY_PAUSE_MS / 10);
    this.reason = error.reason === 'rejected' ? 'server' : error.reason;
    this.retryAt = this.#clock.now() + pause;
    this.#clock.clearTimer(this.#timer);
    this.#timer = this.#clock.setTimer(() => this.#open(), pause);
    this.#onChange();
  }

  /** Opens the gate at once: the network is back, the page became visible, or the learner asked for a sync. */
  wake(): void {
    if (this.closed) this.#open();
  }

  stop(): void {
    this.stopped = true;
    this.#open();
  }

  #open(): void {
    this.#clock.clearTimer(this.#timer);
    this.retryAt = undefined;
    this.reason = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    this.#onChange();
  }
}
