/**
 * The loop that carries local storage to and from the server, for one account, in one tab.
 *
 *  stopped ──start──► starting ──► syncing ──head of every scope──► idle ──wake──► syncing
 *                                    │  ▲                             wake = poke │ online │ visible │ push answered │ asked │ 60 s ± jitter
 *                                  error│
 *                                    ▼  │ pause over (full jitter, 1 s – 5 min) or wake
 *                                  waiting   shown as `offline` without a network, as `signed-out` when the server keeps asking who it is
 *
 * Local writes do not pass through the loop: RxDB sends them as they are made, through the same gate.
 * Guarantees: pokes may all be lost, polling converges; no error ends the loop; nothing of another account is read or sent.
 */
import type { Clock } from './clock';
import type { OpenJournal } from './journal';
import { JournalLink, type LinkParts } from './journal-link';
import type { MirrorDb } from './mirror-schema';
import { Pokes } from './poke';
import { Puller, type PullParts } from './pull';
import { Pusher } from './push';
import { Gate } from './retry';
import { asTransportError } from './transport-error';
import type { SyncPhase, SyncStatus, Transport } from './types';

const POLL_MS = 60_000;
/** Part of POLL_MS by which a pause may be shorter or longer. */
const POLL_JITTER = 0.2;
/** How often it is looked whether a push has ended, so that one pull brings what all its batches made. */
const SETTLING_MS = 50;
/** News waits for a long push no longer than this. */
const LONGEST_SETTLING_MS = 2_000;
/** In a row: the session is over, it was no token that had just expired. */
const SIGNED_OUT_AFTER = 2;
const META_SYNCED = 'synced_at';
/** How exactly the time of the last whole cycle is kept for the next start, ms. */
const KEEP_SYNCED_MS = 30_000;

export interface Network {
  /** False: surely no network. True: perhaps one. */
  online(): boolean;
  /** `wake`: the network returned or somebody looks; `lost`: it is gone. */
  watch(wake: () => void, lost: () => void): () => void;
}

export interface EngineParts extends PullParts, LinkParts {}

export interface EngineOptions {
  account: string;
  mirror: MirrorDb;
  journal: OpenJournal;
  transport: Transport;
  clock: Clock;
  network: Network;
  /** Rows per scope in one pull. */
  pullLimit: number;
  /** False for the visitor: there is nothing to read without an account. */
  pulls: boolean;
  onStatus: (status: SyncStatus) => void;
  /** Seams for the tests that put known faults back. */
  parts?: Partial<EngineParts>;
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #gate: Gate;
  readonly #pusher: Pusher;
  readonly #link: JournalLink;
  readonly #puller: Puller;
  readonly #pokes: Pokes;
  #running = false;
  #starting = true;
  #cycling = false;
  #wanted = true;
  #wakeLoop: () => void = () => undefined;
  #settling: unknown;
  #mending: Promise<void> | undefined;
  #mendAgain = false;
  #loop: Promise<void> = Promise.resolve();
  #unwatch: () => void = () => undefined;
  #pending = 0;
  #rejected = 0;
  #syncedAt: number | null = null;
  #keptSyncedAt = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { clock, mirror, journal, transport, account, pullLimit: limit, parts = {} } = options;
    this.#gate = new Gate(clock, () => this.#publish());
    this.#pusher = new Pusher({
      mirror,
      confirm: (answered) => journal.writer.confirm(answered),
      transport,
      gate: this.#gate,
      clock,
      refused: () => this.#rejected > 0,
      onAnswer: () => this.#wakeSettled(),
    });
    this.#puller = new Puller({ account, mirror, transport, clock, limit, parts });
    this.#link = new JournalLink({
      journal,
      mirror,
      pusher: this.#pusher,
      clock,
      parts,
      onPending: (count) => {
        this.#pending = count;
        this.#publish();
      },
      onError: (error) => console.warn('The journal will be compared again:', error),
    });
    this.#pokes = new Pokes(transport, clock, () => this.#wakeSettled());
  }

  async start(): Promise<void> {
    const { mirror, network } = this.#options;
    this.#running = true;
    this.#publish();
    const [kept] = await Promise.all([mirror.meta.get(META_SYNCED), this.#countRejected()]);
    this.#syncedAt = (kept?.value as number | undefined) ?? null; // written by #cycle
    await this.#link.start();
    const wake = () => {
      this.#gate.wake();
      this.#pokes.renew();
      this.wake();
    };
    this.#unwatch = network.watch(wake, () => this.#publish());
    this.#starting = false;
    // What waits goes first: one pull then brings what it made, too.
    if (this.#pending > 0) {
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
    this.#wakeLoop();
    await this.#link.stop();
    await this.#loop;
    this.#publish();
  }

  /** A cycle soon; one after this if one is under way. */
  wake(): void {
    this.#wanted = true;
    this.#wakeLoop();
  }

  /** News, of others or of what was just sent: at once, but not between the batches of a push, which the pull would hold up. */
  #wakeSettled(atStart = false): void {
    if (this.#settling) return;
    if (this.#pusher.busy === 0 && !atStart) {
      this.wake();
      return;
    }
    const { clock } = this.#options;
    const until = clock.now() + LONGEST_SETTLING_MS;
    const look = () => {
      const left = until - clock.now();
      const sending = this.#pusher.busy > 0 || (atStart && this.#pending > 0 && !this.#gate.closed);
      // A clock that was set back must not keep it waiting.
      if (sending && left > 0 && left <= LONGEST_SETTLING_MS) this.#settling = clock.setTimer(look, SETTLING_MS);
      else {
        this.#settling = undefined;
        this.wake();
      }
    };
    this.#settling = clock.setTimer(look, SETTLING_MS);
  }

  /** Somebody asks: pauses after errors are cut short. */
  syncNow(): void {
    this.#gate.wake();
    this.wake();
  }

  async #run(): Promise<void> {
    while (this.#running) {
      if (!this.#wanted) await this.#rest();
      const turn = await this.#gate.pass();
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
        this.#gate.fail(fault, turn);
      } finally {
        this.#cycling = false;
        this.#publish();
      }
    }
  }

  /** Until woken, at most about a minute: pokes may be lost. */
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
      if (pulled.journalRows > 0) this.#link.refresh();
    }
    await this.#noteSynced(mirror, clock.now());
    this.#mend();
  }

  async #noteSynced(mirror: MirrorDb, now: number): Promise<void> {
    this.#syncedAt = now;
    if (Math.abs(now - this.#keptSyncedAt) >= KEEP_SYNCED_MS) {
      await mirror.meta.put({ key: META_SYNCED, value: now });
      this.#keptSyncedAt = now;
    }
    await this.#countRejected();
  }

  /** Beside the loop: it waits for pushes, and those for the gate. Once more after that when a cycle ended meanwhile. */
  #mend(): void {
    this.#mendAgain = this.#mending !== undefined;
    this.#mending ??= this.#link
      .mend()
      .catch((error: unknown) => {
        if (this.#running) console.warn('The journal will be compared again:', error);
      })
      .finally(() => {
        this.#mending = undefined;
        if (this.#mendAgain && this.#running) this.#mend();
      });
  }

  async #countRejected(): Promise<void> {
    this.#rejected = await this.#options.mirror.rejected.count();
    this.#publish();
  }

  #phase(): SyncPhase {
    if (!this.#running) return 'stopped';
    if (this.#starting) return 'starting';
    if (!this.#options.network.online()) return 'offline';
    const { closed, reason, unauthorised } = this.#gate;
    if (closed && reason !== 'unauthorised') return 'waiting';
    // Rule: a session that is over stays so on screen until the server answers: asking once more is no news.
    if (unauthorised >= SIGNED_OUT_AFTER) return 'signed-out';
    if (closed) return 'waiting';
    return this.#cycling || this.#settling || this.#pusher.busy > 0 ? 'syncing' : 'idle';
  }

  #publish(): void {
    const { reason, retryAt } = this.#gate;
    this.#options.onStatus({
      phase: this.#phase(),
      pending: this.#pending,
      rejected: this.#rejected,
      synced_at: this.#syncedAt,
      restored: this.#syncedAt !== null,
      ...(reason ? { reason } : {}),
      ...(retryAt === undefined ? {} : { retry_at: retryAt }),
    });
  }
}
