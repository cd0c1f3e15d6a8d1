/** The simulated network between a device and the server, with every kind of fault. */

import { TransportError } from '@sync/protocol/errors';
import type { Cursor, PushAnswer, ScopePage, Transport } from '@sync/protocol/types';
import type { JournalDoc } from '@/shared/journal';
import type { Backend } from './model-server';
import type { Random } from './random';

/** The probability of each fault per request, 0…1. */
export interface NetworkProfile {
  dropRequest: number;
  /** The server processes the request, but the device receives no response. */
  dropAnswer: number;
  /** The server receives the request a second time, after a delay. */
  duplicate: number;
  unauthorised: number;
  throttled: number;
  failing: number;
  lostPoke: number;
  /** Longest delay in each direction (ms), so that requests overtake each other. */
  delayMs: number;
}

export const RELIABLE: NetworkProfile = {
  dropRequest: 0,
  dropAnswer: 0,
  duplicate: 0,
  unauthorised: 0,
  throttled: 0,
  failing: 0,
  lostPoke: 0,
  delayMs: 0,
};
export const HOSTILE: NetworkProfile = {
  dropRequest: 0.12,
  dropAnswer: 0.12,
  duplicate: 0.08,
  unauthorised: 0.04,
  throttled: 0.04,
  failing: 0.05,
  lostPoke: 0.5,
  delayMs: 4,
};

const sleep = (ms: number) =>
  new Promise<void>((resolve) => (ms < 1 ? setImmediate(resolve) : setTimeout(resolve, ms)));

export class FaultyTransport implements Transport {
  readonly #backend: Backend;
  readonly #account: string;
  readonly #random: Random;
  network: NetworkProfile;
  offline = false;
  /** True after the process was killed: no traffic in either direction. */
  dead = false;
  requests = 0;
  /** How often each document was sent, by its id. */
  readonly sent = new Map<string, number>();

  constructor(backend: Backend, account: string, random: Random, network: NetworkProfile) {
    this.#backend = backend;
    this.#account = account;
    this.#random = random;
    this.network = network;
  }

  pull(cursors: Cursor[], limit: number): Promise<ScopePage[]> {
    return this.#send(() => this.#backend.pull(this.#account, cursors, limit));
  }

  push(docs: JournalDoc[]): Promise<PushAnswer[]> {
    for (const { id } of docs) this.sent.set(id, (this.sent.get(id) ?? 0) + 1);
    return this.#send(() => this.#backend.push(this.#account, docs));
  }

  /** Joins the scopes' channels after a delay. Pokes that are sent before the join are lost. */
  listen(
    scopes: string[],
    onPoke: (scope: string, spreadMs: number) => void,
    onJoined: (scope: string) => void,
  ): () => void {
    let listening = false;
    const joining = setTimeout(() => {
      if (this.dead || this.offline) return;
      listening = true;
      for (const scope of scopes) onJoined(scope);
    }, this.#random.next() * this.network.delayMs);
    const unlisten = this.#backend.listen(this.#account, scopes, (scope, spread) => {
      if (listening && !this.dead && !this.offline && !this.#random.chance(this.network.lostPoke))
        onPoke(scope, spread);
    });
    return () => {
      clearTimeout(joining);
      unlisten();
    };
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    this.requests++;
    const { network } = this;
    const random = this.#random;
    if (this.offline || this.dead || random.chance(network.dropRequest)) await this.#lose();
    if (random.chance(network.unauthorised)) throw new TransportError('unauthorised', 'JWT expired');
    if (random.chance(network.throttled)) throw new TransportError('throttled', 'Too many requests', 20);
    if (random.chance(network.failing)) throw new TransportError('server', 'Internal Server Error');
    await sleep(random.next() * network.delayMs);
    if (random.chance(network.duplicate))
      void sleep(random.next() * network.delayMs * 3).then(() => request().catch(() => undefined));
    const answer = await request();
    await sleep(random.next() * network.delayMs);
    if (this.dead || this.offline || random.chance(network.dropAnswer)) await this.#lose();
    return answer;
  }

  async #lose(): Promise<never> {
    await sleep(this.network.delayMs);
    throw new TransportError('network', 'Failed to fetch');
  }
}
