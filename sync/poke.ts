/**
 * Listens for pokes: "this scope has news", without data, and possibly lost.
 * Guarantees: a poke for the account's own scopes is answered at once, one on a shared scope after a random part of the spread that it names,
 * so that a message to everyone is no stampede; several pokes are one pull; what was poked while nobody could hear it is asked for.
 * Rule: after sleep the channels are made anew: the client may rejoin with an old token and hear nothing.
 */
import type { Clock } from './clock';
import type { Transport } from './types';

/** Longest spread that is believed, ms. */
const LONGEST_SPREAD_MS = 60_000;
/** Within this time of its joining, ms, it is asked what a channel missed. */
const JOINED_SPREAD_MS = 500;
/** The same for one that is joined again: a server that was away is back for everyone. */
const REJOINED_SPREAD_MS = 10_000;
/** Channels for videos: the last opened ones. */
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

  /** @param scopes the video opened last is the last of them. */
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
        this.#onPoke(joined.has(scope) ? REJOINED_SPREAD_MS : JOINED_SPREAD_MS);
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
    const spread = Number.isFinite(spreadMs) ? Math.min(Math.max(spreadMs, 0), LONGEST_SPREAD_MS) : 0;
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
