/** A simulated device: the real stores and engine with a simulated clock, network and storage. */
import 'fake-indexeddb/auto';
import './silence-rxdb';
import { SyncLoop } from '@sync/engine/loop';
import { createMirror } from '@sync/mirror/mirror';
import type { MirrorDb } from '@sync/mirror/mirror-schema';
import { ownTable } from '@sync/mirror/own-rows';
import type { PullSteps } from '@sync/mirror/pull';
import { createOutbox, type Outbox } from '@sync/outbox/outbox';
import { outboxStorage } from '@sync/outbox/outbox-store';
import { shownDoc } from '@sync/outbox/shown';
import type { OutboxDoc, SyncStatus } from '@sync/protocol/types';
import type { RxStorage } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { Clock } from '@/shared/clock';
import type { Kind, StoredJournalDoc } from '@/shared/journal';
import type { Backend } from './model-server';
import { FaultyTransport, type NetworkProfile, RELIABLE } from './network-profile';
import { Random } from './random';

/** The engine's timers run this many times faster: a minute takes 60 ms. */
export const TIME_SCALE = 1_000;

export interface DeviceOptions {
  network?: NetworkProfile;
  seed?: number;
  storage?: 'memory' | 'dexie';
  pullLimit?: number;
  parts?: (device: Device) => Partial<PullSteps>;
  /** Replaces steps of the outbox or the transport in the fault-injection tests. */
  break?: (outbox: Outbox, transport: FaultyTransport) => void;
}

/** A document as RxDB stores it. */
interface StoredDoc {
  _meta?: { lwt: number };
}

let made = 0;

export class Device {
  readonly account: string;
  readonly name: string;
  readonly random: Random;
  readonly #backend: Backend;
  readonly #options: DeviceOptions;
  readonly #storage: RxStorage<unknown, unknown>;
  network: NetworkProfile;
  /** Offset of the device's clock from the true time (ms). */
  skew = 0;
  /** True while the disk is full: writes to any store fail. */
  full = false;
  /** True while writes to the outbox fail. */
  outboxFull = false;
  offline = false;
  status: SyncStatus | undefined;
  #life: { dead: boolean; transport: FaultyTransport; mirror: MirrorDb; outbox: Outbox; engine: SyncLoop } | undefined;
  #wakes = new Set<() => void>();
  requestsBefore = 0;

  constructor(backend: Backend, account: string, options: DeviceOptions = {}) {
    this.#backend = backend;
    this.account = account;
    this.#options = options;
    this.name = `device-${++made}-${account}`;
    this.random = new Random(options.seed ?? made);
    this.network = options.network ?? RELIABLE;
    this.#storage = options.storage === 'dexie' ? outboxStorage(() => undefined) : getRxStorageMemory();
  }

  get isOpen(): boolean {
    return this.#life !== undefined;
  }

  get #open() {
    if (!this.#life) throw new Error(`${this.name} is not open`);
    return this.#life;
  }

  get mirror(): MirrorDb {
    return this.#open.mirror;
  }

  get outbox(): Outbox {
    return this.#open.outbox;
  }

  get engine(): SyncLoop {
    return this.#open.engine;
  }

  get transport(): FaultyTransport {
    return this.#open.transport;
  }

  get requests(): number {
    return this.requestsBefore + (this.#life?.transport.requests ?? 0);
  }

  readonly clock: Clock = {
    now: () => Date.now() + this.skew,
    random: () => this.random.next(),
    setTimer: (run, ms) => setTimeout(run, ms / TIME_SCALE),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  };

  /** Opens the stores. With `sync` false the engine does not start, as in an app that has not loaded the code of the engine yet. */
  async open(sync = true): Promise<this> {
    const life = { dead: false };
    const mirror = createMirror(`${this.name}-mirror`);
    mirror.use({
      stack: 'dbcore',
      name: 'full-disk',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => (this.full || life.dead ? Promise.reject(quota()) : table.mutate(request)),
          };
        },
      }),
    });
    const outbox = await createOutbox(this.account, mirror, {
      name: `${this.name}-outbox`,
      storage: this.#failing(life),
      multiInstance: false,
      now: this.clock.now,
    });

    const transport = new FaultyTransport(this.#backend, this.account, this.random, this.network);
    transport.offline = this.offline;
    this.#options.break?.(outbox, transport);
    const engine = new SyncLoop({
      account: this.account,
      mirror,
      outbox,
      transport,
      clock: this.clock,
      network: {
        online: () => !this.offline,
        watch: (wake) => {
          this.#wakes.add(wake);
          return () => this.#wakes.delete(wake);
        },
      },
      pullLimit: this.#options.pullLimit ?? 7,
      pulls: true,
      onStatus: (status) => {
        this.status = status;
      },
      ...(this.#options.parts ? { parts: this.#options.parts(this) } : {}),
    });
    this.#life = Object.assign(life, { transport, mirror, outbox, engine });
    if (sync) await engine.start();
    return this;
  }

  #failing(life: { dead: boolean }): RxStorage<unknown, unknown> {
    const storage = this.#storage;
    return {
      ...storage,
      name: storage.name,
      rxdbVersion: storage.rxdbVersion,
      createStorageInstance: async (params) => {
        const instance = await storage.createStorageInstance(params);
        const write = instance.bulkWrite.bind(instance);
        instance.bulkWrite = (rows, context) =>
          this.full || this.outboxFull || life.dead ? Promise.reject(quota()) : write(rows, context);
        return instance;
      },
    };
  }

  /** The document as a screen of this device shows it. */
  async shown<K extends Kind>(kind: K, key: string): Promise<StoredJournalDoc<K> | undefined> {
    const id = `${kind}/${key}`;
    const held = this.outbox.docs().find((doc) => doc.id === id);
    return shownDoc(await ownTable(this.mirror, kind).get(id), held) as StoredJournalDoc<K> | undefined;
  }

  /** The documents that the server rejected. */
  get rejected(): OutboxDoc[] {
    return this.outbox.docs().filter(({ state }) => state === 'rejected');
  }

  retry(id: string): Promise<void> {
    return this.outbox.retry(id);
  }

  dismiss(id: string): Promise<void> {
    return this.outbox.dismiss(id);
  }

  setNetwork(network: NetworkProfile): void {
    this.network = network;
    if (this.#life) this.#life.transport.network = network;
  }

  setOffline(offline: boolean): void {
    this.offline = offline;
    if (this.#life) this.#life.transport.offline = offline;
    if (!offline) for (const wake of this.#wakes) wake();
  }

  /** Kills the process in the middle of its work: nothing is flushed, and no response arrives. */
  async kill(): Promise<void> {
    const life = this.#open;
    life.dead = true;
    life.transport.dead = true;
    this.#life = undefined;
    this.requestsBefore += life.transport.requests;
    await life.engine.stop().catch(() => undefined);
    life.mirror.close();
    await life.outbox.close().catch(() => undefined);
  }

  /**
   * Simulates that the device's clock was far ahead until now, which leaves RxDB's times of writing in the future.
   * (RxDB's clock never goes back within a process, so this changes the stored times.)
   */
  clockWasAhead(): void {
    if (!('collectionStates' in this.#storage)) return;
    for (const { documents } of (
      this.#storage.collectionStates as Map<string, { documents: Map<string, StoredDoc> }>
    ).values()) {
      for (const { _meta } of documents.values()) if (_meta) _meta.lwt += 86_400_000;
    }
  }

  /** Shuts the device down cleanly. */
  async close(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = undefined;
    this.requestsBefore += life.transport.requests;
    await life.engine.stop();
    life.mirror.close();
    await life.outbox.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await createMirror(`${this.name}-mirror`).delete();
  }
}

const quota = () => new DOMException('The disk is full', 'QuotaExceededError');
