/**
 * The loop that replicates local storage to and from the server, for one account, in one tab.
 *
 *  stopped ──start──► starting ──► syncing ──head of every scope──► idle ──wake──► syncing
 *                                    │  ▲                             wake = poke │ online │ visible │ push answered │ syncNow │ 60 s ± 20 %
 *                                  error│
 *                                    ▼  │ pause over (full jitter, 1 s – 5 min) or wake
 *                                  waiting   shown as `offline` without a network, as `signed-out` after repeated 401 answers
 *
 * Local writes do not pass through the loop: the sender pushes each one when it is made, through the same retry gate.
 * Guarantees: polling converges even if every poke is lost; no error ends the loop; the loop reads and sends no other account's data.
 */

import { POLL_JITTER, POLL_MS } from '@/shared/app-limits';
import type { Clock } from '@/shared/clock';
import { META_KEYS } from '@/shared/names';
import type { MirrorDb } from '../mirror/mirror-schema';
import { Puller, type PullSteps } from '../mirror/pull';
import type { Outbox } from '../outbox/outbox';
import { Sender } from '../outbox/sender';
import { asTransportError } from '../protocol/errors';
import type { SyncPhase, SyncStatus, Transport } from '../protocol/types';
import { RetryGate } from '../transport/backoff';
import { Pokes } from './pokes';

/**
 * Interval (ms) at which the loop checks whether the running push has ended. If the loop waits for the whole push, one pull
 * fetches the results of all batches of the push.
 */
const SETTLING_MS = 50;
/** Longest time (ms) that a pull waits for a running push. */
const LONGEST_SETTLING_MS = 2_000;
/**
 * Consecutive 401 responses after which the session counts as ended. A single 401 may mean that the token has just expired.
 */
const SIGNED_OUT_AFTER = 2;
/** Minimum interval (ms) between two writes of the time of the last complete cycle, which the next start reads. */
const KEEP_SYNCED_MS = 30_000;

export interface Network {
  /** False: the device is certainly offline. True: it may be online. */
  online(): boolean;
  /** `wake`: the network is back or the page became visible; `lost`: the network is gone. */
  watch(wake: () => void, lost: () => void): () => void;
}

export interface SyncLoopOptions {
  account: string;
  mirror: MirrorDb;
  outbox: Outbox;
  transport: Transport;
  clock: Clock;
  network: Network;
  /** Rows per scope in one pull. */
  pullLimit: number;
  /** False for visitors: without an account there is nothing to pull. */
  pulls: boolean;
  onStatus: (status: SyncStatus) => void;
  /** Replacement steps, for the fault-injection tests. */
  parts?: Partial<PullSteps>;
}

export class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #gate: RetryGate;
  readonly #sender: Sender;
  readonly #puller: Puller;
  readonly #pokes: Pokes;
  #running = false;
  #starting = true;
  #cycling = false;
  #wanted = true;
  #wakeLoop: () => void = () => undefined;
  #settling: unknown;
  #loop: Promise<void> = Promise.resolve();
  #unwatch: () => void = () => undefined;
  #uncount: () => void = () => undefined;
  #syncedAt: number | null = null;
  #keptSyncedAt = 0;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
    const { clock, mirror, outbox, transport, account, pullLimit: limit, parts = {} } = options;
    this.#gate = new RetryGate(clock, () => this.#publish());
    this.#sender = new Sender({
      mirror,
      outbox,
      transport,
      gate: this.#gate,
      clock,
      onAnswer: () => this.#wakeSettled(),
      onError: (error) => console.warn('The documents will be sent again:', error),
    });
    this.#puller = new Puller({
      account,
      mirror,
      transport,
      clock,
      limit,
      parts,
      putBack: (docs) => outbox.putBack(docs),
    });
    this.#pokes = new Pokes(transport, clock, () => this.#wakeSettled());
  }

  async start(): Promise<void> {
    const { mirror, network, outbox } = this.#options;
    this.#running = true;
    this.#publish();
    const kept = await mirror.meta.get(META_KEYS.syncedAt);
    this.#syncedAt = (kept?.value as number | undefined) ?? null; // written by #cycle
    // If the store was too slow, the time limit of the start has passed and `stop` has been called in the meantime.
    if (!this.#running) return;
    const wake = () => {
      this.#gate.wake();
      this.#pokes.renew();
      this.wake();
    };
    this.#unwatch = network.watch(wake, () => this.#publish());
    this.#starting = false;
    this.#uncount = outbox.subscribe(() => this.#publish());
    this.#sender.start();
    // Send unsent documents first: one pull afterwards also fetches their results.
    if (outbox.count('pending') > 0) {
      this.#wanted = false;
      this.#wakeSettled(true);
    }
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#unwatch();
    this.#pokes.stop();
    this.#gate.stop();
    this.#options.clock.clearTimer(this.#settling);
    this.#uncount();
    this.#wakeLoop();
    await this.#sender.stop();
    await this.#loop;
    this.#publish();
  }

  /** Requests a cycle. If a cycle is already running, another cycle follows. */
  wake(): void {
    this.#wanted = true;
    this.#wakeLoop();
  }

  /**
   * Requests a cycle after a poke or an answered push. While a push is running the cycle waits, because a pull between
   * two batches would delay the push.
   */
  #wakeSettled(atStart = false): void {
    if (this.#settling) return;
    if (!this.#sender.busy && !atStart) {
      this.wake();
      return;
    }
    const { clock } = this.#options;
    const until = clock.now() + LONGEST_SETTLING_MS;
    const look = () => {
      const left = until - clock.now();
      const sending = this.#sender.busy && !this.#gate.closed;
      // A clock that was set back must not prolong the wait.
      if (sending && left > 0 && left <= LONGEST_SETTLING_MS) this.#settling = clock.setTimer(look, SETTLING_MS);
      else {
        this.#settling = undefined;
        this.wake();
      }
    };
    this.#settling = clock.setTimer(look, SETTLING_MS);
  }

  /** Requests a cycle now and ends a retry delay. */
  syncNow(): void {
    this.#gate.wake();
    this.wake();
  }

  async #run(): Promise<void> {
    while (this.#running) {
      if (!this.#wanted) await this.#rest();
      const generation = await this.#gate.acquire();
      if (!this.#running) return;
      this.#wanted = false;
      this.#cycling = true;
      this.#publish();
      try {
        await this.#cycle();
        this.#gate.succeed();
      } catch (error) {
        if (!this.#running) return;
        const fault = asTransportError(error);
        this.#wanted = true;
        this.#gate.fail(fault, generation);
      } finally {
        this.#cycling = false;
        this.#publish();
      }
    }
  }

  /** Sleeps until the next wake, but at most about a minute, because pokes may be lost. */
  #rest(): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const timer = clock.setTimer(resolve, POLL_MS * (1 + POLL_JITTER * (2 * clock.random() - 1)));
      this.#wakeLoop = () => {
        clock.clearTimer(timer);
        resolve();
      };
    });
  }

  async #cycle(): Promise<void> {
    const { mirror, clock, pulls } = this.#options;
    if (pulls) {
      const pulled = await this.#puller.pull();
      if (!this.#running) return;
      this.#pokes.follow(pulled.scopes);
    }
    await this.#noteSynced(mirror, clock.now());
    await this.#sender.again();
  }

  async #noteSynced(mirror: MirrorDb, now: number): Promise<void> {
    this.#syncedAt = now;
    if (Math.abs(now - this.#keptSyncedAt) >= KEEP_SYNCED_MS) {
      await mirror.meta.put({ key: META_KEYS.syncedAt, value: now });
      this.#keptSyncedAt = now;
    }
  }

  #phase(): SyncPhase {
    if (!this.#running) return 'stopped';
    if (this.#starting) return 'starting';
    if (!this.#options.network.online()) return 'offline';
    const { closed, reason, unauthorised } = this.#gate;
    if (closed && reason !== 'unauthorised') return 'waiting';
    // Rule: show `signed-out` until the server accepts a request; a retry that has only started does not hide it.
    if (unauthorised >= SIGNED_OUT_AFTER) return 'signed-out';
    if (closed) return 'waiting';
    return this.#cycling || this.#settling || this.#sender.busy ? 'syncing' : 'idle';
  }

  #publish(): void {
    const { reason, retryAt } = this.#gate;
    const { outbox } = this.#options;
    this.#options.onStatus({
      phase: this.#phase(),
      pending: outbox.count('pending'),
      rejected: outbox.count('rejected'),
      synced_at: this.#syncedAt,
      restored: this.#syncedAt !== null,
      ...(reason ? { reason } : {}),
      ...(retryAt === undefined ? {} : { retry_at: retryAt }),
    });
  }
}
