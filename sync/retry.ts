/**
 * The gate through which every request goes: open, or closed for a while after an error.
 * Guarantees: pauses grow from 1 s to 5 min with full jitter, so that many devices do not return together; a wake opens at once.
 * Rule: an error of a request that began before the last closing counts once: pushes and pulls that fail together are one failure.
 */
import type { Clock } from './clock';
import type { TransportError } from './transport-error';
import type { WaitReason } from './types';

export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 5 * 60_000;

export class Gate {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #failures = 0;
  #turn = 0;
  #timer: unknown;
  #waiting: (() => void)[] = [];
  /** How often the server asked who it is since it last answered, whatever was sent. */
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

  /** @returns the turn to report with. Resolves when the gate is open or stopped. */
  async pass(): Promise<number> {
    while (this.closed && !this.stopped) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#turn;
  }

  succeed(): void {
    this.#failures = 0;
    this.unauthorised = 0;
    if (this.closed) this.#open();
  }

  fail(error: TransportError, turn: number): void {
    if (turn !== this.#turn || this.stopped) return;
    this.#turn++;
    if (error.reason === 'unauthorised') this.unauthorised++;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
    const pause = Math.max(this.#clock.random() * longest, error.retryAfter ?? 0, FIRST_PAUSE_MS / 10);
    this.reason = error.reason === 'refused' ? 'server' : error.reason;
    this.retryAt = this.#clock.now() + pause;
    this.#clock.clearTimer(this.#timer);
    this.#timer = this.#clock.setTimer(() => this.#open(), pause);
    this.#onChange();
  }

  /** The network is back, somebody looks, or asked: no reason to wait any longer. */
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
