/**
 * Listens for pokes: messages without data that announce new rows in a scope. Pokes may be lost.
 * Guarantees: after a poke, the device pulls with a random delay of at most the poke's `spreadMs`, so that a message to everyone causes no
 * stampede. After a poke with spread 0 (the account's own scopes), the device pulls at once. Several delayed pokes cause one pull.
 * Each time a channel is joined, the device pulls, because it may have missed pokes.
 * Rule: create the channels again after sleep, because the Supabase client may rejoin with an expired token and then receive
 * no pokes.
 */
import { JOINED_SPREAD_MS, LONGEST_POKE_SPREAD_MS, REJOINED_SPREAD_MS } from '@/shared/app-limits';
import type { Clock } from '@/shared/clock';
import type { Transport } from '../protocol/types';
import { reportServerReturn } from './server-return';

/** Maximum number of video channels; the most recently opened videos get them. */
export const LISTENED_VIDEOS = 10;

export class Pokes {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #pull: () => void;
  #scopes: string[] = [];
  #unlisten: (() => void) | undefined;
  #timer: unknown;
  #due = Number.POSITIVE_INFINITY;

  constructor(transport: Transport, clock: Clock, pull: () => void) {
    this.#transport = transport;
    this.#clock = clock;
    this.#pull = pull;
  }

  /** @param scopes followed scopes; the last `video:` scope is the most recently opened video */
  follow(scopes: string[]): void {
    const videos = scopes.filter((scope) => scope.startsWith('video:')).slice(-LISTENED_VIDEOS);
    const wanted = [...scopes.filter((scope) => !scope.startsWith('video:')), ...videos].sort();
    if (this.#unlisten && wanted.join() === this.#scopes.join()) return;
    this.#scopes = wanted;
    this.renew();
  }

  renew(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
    if (this.#scopes.length === 0) return;
    const joined = new Set<string>();
    this.#unlisten = this.#transport.listen(
      this.#scopes,
      (_, spreadMs) => this.#onPoke(spreadMs),
      (scope) => {
        const isReturn = joined.has(scope);
        this.#onPoke(isReturn ? REJOINED_SPREAD_MS : JOINED_SPREAD_MS);
        if (isReturn) reportServerReturn();
        joined.add(scope);
      },
    );
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
    this.#clock.clearTimer(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
  }

  #onPoke(spreadMs: number): void {
    const spread = Number.isFinite(spreadMs) ? Math.min(Math.max(spreadMs, 0), LONGEST_POKE_SPREAD_MS) : 0;
    const delay = this.#clock.random() * spread;
    if (delay === 0) {
      this.#pull();
      return;
    }
    const due = this.#clock.now() + delay;
    if (due >= this.#due && this.#due - this.#clock.now() <= spread) return;
    this.#due = due;
    this.#clock.clearTimer(this.#timer);
    this.#timer = this.#clock.setTimer(() => {
      this.#due = Number.POSITIVE_INFINITY;
      this.#pull();
    }, delay);
  }
}
