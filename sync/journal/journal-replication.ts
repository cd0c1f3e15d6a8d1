/**
 * Connects the journal to the server: RxDB pulls from the local feed and pushes through `Pusher`; three repair passes
 * restore documents that RxDB's replication may miss. Guarantees after each cycle at the head of the feed:
 * - rescue: rewrites each pending document that is not being sent, so that RxDB sends it (after the clock was set back, a
 * crash or a failed attempt);
 * - verify: adds pulled documents that RxDB skipped (after a storage error, or unknown to an earlier version), and merges
 * and sends those that differ;
 * - orphans: sends confirmed documents again that the server no longer has (after a restored backup).
 * Rule: no pass changes a rejected document before the learner has decided about it.
 */
import {
  awaitRxStorageReplicationIdle,
  getChangedDocumentsSince,
  normalizeMangoQuery,
  prepareQuery,
  type WithDeleted,
} from 'rxdb/plugins/core';
import { type RxReplicationState, replicateRxCollection } from 'rxdb/plugins/replication';
import { JOURNAL, META_KEYS } from '@/config/persisted-stores';
import { RXDB_RETRY_MS } from '@/config/wait-times';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import type { Clock } from '@/lib/clock';
import { readingsOf } from '../mirror/apply';
import type { MirrorDb } from '../mirror/mirror-schema';
import { kinds } from '../protocol/kinds';
import { mergeDocs } from '../protocol/merge-docs';
import { sameDoc } from './conflict';
import { Feed, type FeedPoint } from './feed';
import type { OpenJournal } from './journal-store';
import { toStored } from './journal-writer';
import type { Doc, Pusher } from './push';
import { RunningCalls } from './running-calls';

/** Delay (ms) before a push, so that local writes made in quick succession are sent together. */
const GATHER_MS = 20;
/**
 * Documents per call of the push handler; `Pusher` splits them into requests of PUSH_LIMIT. RxDB pauses between two
 * calls to store checkpoints.
 */
const PUSH_BATCH = 1_000;
/** Rule: ≤ 200. RxDB gives all documents of a bulk write one timestamp and reads the last bulk again at every start. */
const PULL_BATCH = 200;

/** Key in `meta`: the position up to which the journal has been compared with the feed. */
const CHECKED = META_KEYS.journalChecked;

export interface Checked extends FeedPoint {
  /** Value of the counter `journalReadings` for which this position is valid. The counter grows when the feed is read from 0 again. */
  reading: number;
  /** True once the journal has been compared up to the head of the feed and orphans have been sent. */
  whole: boolean;
  /**
   * `_seq` of the first document of the feed that this version does not understand. Each start compares the journal with the feed
   * again from that document on, because a newer version may understand it.
   */
  strange?: number | undefined;
}

export interface ReplicationSteps {
  push: (docs: Doc[]) => Promise<Doc[]>;
  /** True to send pending documents directly at the start, because RxDB's checkpoint may already be past them. */
  first: boolean;
  rescue: boolean;
  verify: boolean;
}

export interface ReplicationDeps {
  journal: OpenJournal;
  mirror: MirrorDb;
  pusher: Pusher;
  clock: Clock;
  onPending: (count: number) => void;
  onError: (error: unknown) => void;
  parts?: Partial<ReplicationSteps>;
}

export class JournalReplication {
  readonly #deps: ReplicationDeps;
  readonly #parts: ReplicationSteps;
  readonly #feed: Feed;
  readonly #pending = new Set<string>();
  /** Ids of documents that changed while `start` queries the pending ones; undefined afterwards. */
  #heard: Set<string> | undefined = new Set();
  #verified = false;
  readonly #replication: RxReplicationState<StoredJournalDoc, FeedPoint>;
  readonly #subscriptions: { unsubscribe(): void }[];
  #stopped = false;
  /** Resolves when the replication is stopped. */
  readonly #stopping: Promise<void>;
  #stopWaiting: () => void = () => undefined;
  readonly #calls = new RunningCalls();

  constructor(deps: ReplicationDeps) {
    this.#deps = deps;
    this.#stopping = new Promise((resolve) => {
      this.#stopWaiting = resolve;
    });
    this.#parts = { push: (docs) => deps.pusher.push(docs), first: true, rescue: true, verify: true, ...deps.parts };
    this.#feed = new Feed(deps.mirror, deps.journal.account);
    const { collection } = deps.journal;
    this.#replication = replicateRxCollection<StoredJournalDoc, FeedPoint>({
      collection,
      replicationIdentifier: JOURNAL.replicationIdentifier,
      live: true,
      retryTime: RXDB_RETRY_MS,
      waitForLeadership: false,
      toggleOnDocumentVisible: false,
      autoStart: false,
      pull: { batchSize: PULL_BATCH, handler: (point, limit) => this.#calls.track(this.#feed.after(point, limit)) },
      push: {
        batchSize: PUSH_BATCH,
        waitBeforePersist: () => new Promise<void>((resolve) => deps.clock.setTimer(resolve, GATHER_MS)),
        handler: (rows) => this.#calls.track(this.#parts.push(rows.map((row) => row.newDocumentState))),
      },
    });
    this.#subscriptions = [
      this.#replication.error$.subscribe((error) => deps.onError(error)),
      collection.eventBulks$.subscribe(({ events }) => {
        for (const { operation, documentData: doc } of events)
          this.#note(doc.id, operation !== 'DELETE' && doc.pending);
        deps.onPending(this.#pending.size);
      }),
    ];
  }

  /** Reads the pending documents once, counts them, and sends the first batch before RxDB is ready. */
  async start(): Promise<void> {
    const waiting = this.#waiting();
    if (this.#parts.first) this.#sendFirst(waiting);
    await Promise.all([waiting.then((documents) => this.#count(documents)), this.#replication.start()]);
  }

  async #waiting(): Promise<StoredJournalDoc[]> {
    const { schema, storageInstance } = this.#deps.journal.collection;
    const selector = { pending: true, _deleted: { $eq: false } };
    const { documents } = await storageInstance.query(
      prepareQuery(schema.jsonSchema, normalizeMangoQuery(schema.jsonSchema, { selector })),
    );
    // Sort by write time, so that documents stored next to each other are confirmed together.
    return documents.sort((a, b) => a._meta.lwt - b._meta.lwt);
  }

  /** Counts the pending documents that the query found. Rule: skip a document that changed while the query ran, because its event is newer. */
  #count(waiting: StoredJournalDoc[]): void {
    for (const { id } of waiting) if (!this.#heard?.has(id)) this.#pending.add(id);
    this.#heard = undefined;
    this.#deps.onPending(this.#pending.size);
  }

  /**
   * Sends the first batch of pending documents while RxDB is still opening its checkpoints. RxDB's own query for changed documents must wait until
   * this push ends. RxDB then records the confirmed documents and sends the rest.
   */
  #sendFirst(waiting: Promise<StoredJournalDoc[]>): void {
    const { storageInstance } = this.#deps.journal.collection;
    const first = waiting.then((documents) =>
      this.#parts.push(documents.slice(0, PUSH_BATCH).map((doc) => ({ ...toStored(doc), _deleted: false }))),
    );
    const sent = this.#calls.track(first).catch((error: unknown) => {
      if (!this.#stopped) this.#deps.onError(error);
    });
    const afterwards: typeof storageInstance.getChangedDocumentsSince = async (limit, checkpoint) => {
      await sent;
      // Delete only this engine's function, because a newer engine may have installed its own.
      if (storageInstance.getChangedDocumentsSince === afterwards) delete storageInstance.getChangedDocumentsSince;
      return getChangedDocumentsSince(storageInstance, limit, checkpoint);
    };
    storageInstance.getChangedDocumentsSince = afterwards;
  }

  #note(id: string, pending: boolean | undefined): void {
    this.#heard?.add(id);
    if (pending) this.#pending.add(id);
    else this.#pending.delete(id);
  }

  /** Tells RxDB that the feed has new rows. */
  refresh(): void {
    this.#replication.reSync();
  }

  /** Runs the repair passes. First waits until RxDB is idle, which may last as long as the server is unreachable. */
  async repair(): Promise<void> {
    await this.#idle();
    if (this.#stopped) return;
    if (this.#parts.rescue) await this.#rescue();
    if (this.#parts.verify) await this.#verify();
  }

  /** Waits until RxDB is idle. Rule: replace RxDB's queues after an error, because a queue with a rejected promise runs nothing more. */
  async #idle(): Promise<void> {
    const state = this.#replication.internalReplicationState;
    if (!state || this.#stopped) return;
    try {
      // A cancelled replication never becomes idle.
      await Promise.race([awaitRxStorageReplicationIdle(state), this.#stopping]);
    } catch (error) {
      state.checkpointQueue = state.checkpointQueue.catch(() => undefined);
      state.streamQueue.up = state.streamQueue.up.catch(() => undefined);
      state.streamQueue.down = state.streamQueue.down.catch(() => undefined);
      this.#replication.reSync();
      throw error;
    }
  }

  /** Rule: read the pending documents from disk, because this tab may have received no event for another tab's write. */
  async #rescue(): Promise<void> {
    const { writer } = this.#deps.journal;
    const ids = new Set([...this.#pending, ...(await this.#waiting()).map(({ id }) => id)]);
    await Promise.all(
      [...ids].map((id) => writer.modify(id, (stored) => (stored?.pending ? { ...stored } : undefined))),
    );
  }

  /**
   * Rule: read the counter `journalReadings` first. If the feed restarts in the meantime, the result is stored with the old value of the
   * counter, and the next pass compares everything again.
   */
  async #verify(): Promise<void> {
    const { mirror } = this.#deps;
    const reading = await readingsOf(mirror);
    const stored = (await mirror.meta.get(CHECKED))?.value as Checked | undefined; // the cast is safe because only this file writes the value
    let checked: Checked = stored?.reading === reading ? stored : { epoch: -1, seq: 0, reading, whole: false };
    const { strange: unexpected, ...rest } = checked;
    if (unexpected !== undefined && !this.#verified) checked = { ...rest, seq: Math.min(rest.seq, unexpected - 1) };
    this.#verified = true;
    const note = async (news: Partial<Checked>) => {
      checked = { ...checked, ...news };
      await mirror.meta.put({ key: CHECKED, value: checked });
    };
    for (;;) {
      const page = await this.#feed.page(checked, PULL_BATCH);
      if (page.docs.length === 0 && page.unexpected === undefined) break;
      await this.#compare(page.docs, page.point);
      if (this.#stopped) return;
      await note({ ...page.point, strange: checked.strange ?? page.unexpected });
    }
    if (checked.whole || !(await this.#feed.isWhole())) return;
    await this.#sendOrphans();
    await note({ whole: true });
  }

  /** Compares documents of the feed with the journal and repairs differences. */
  async #compare(docs: Doc[], point: FeedPoint): Promise<void> {
    let differing = await this.#differing(docs);
    const holes = differing.filter(({ local, server }) => !local && !server._deleted).map(({ server }) => server);
    if (holes.length > 0) {
      this.#replication.emitEvent({ documents: holes, checkpoint: point });
      await this.#idle();
      differing = await this.#differing(docs);
    }
    const { writer } = this.#deps.journal;
    await Promise.all(
      differing.map(({ server }) =>
        writer.modify(server.id, (local) => {
          if (local?.pending) return undefined;
          if (server._deleted) return 'delete';
          if (local && sameDoc({ ...local, _deleted: false }, server)) return undefined;
          const known: JournalDoc = toStored(server);
          return { ...mergeDocs(local ?? known, known), rev: server.rev, pending: true };
        }),
      ),
    );
  }

  async #differing(docs: Doc[]): Promise<{ local: WithDeleted<StoredJournalDoc> | undefined; server: Doc }[]> {
    const ids = docs.map(({ id }) => id);
    const [locals, rejected] = await Promise.all([
      this.#deps.journal.collection.storageInstance.findDocumentsById(ids, true),
      this.#deps.mirror.rejected.bulkGet(ids),
    ]);
    const localOf = new Map(locals.map((doc) => [doc.id, doc]));
    return docs
      .filter(({ kind }, i) => !(rejected[i] && !kinds[kind].reverts))
      .map((server) => ({ server, local: localOf.get(server.id) }))
      .filter(({ server, local }) => (local ? !local.pending && !sameDoc(local, server) : !server._deleted));
  }

  async #sendOrphans(): Promise<void> {
    const { journal, mirror } = this.#deps;
    const confirmed = await journal.collection.find({ selector: { pending: false } }).exec();
    const ids = confirmed.map(({ id }) => id);
    const [known, rejected] = await Promise.all([mirror.feed.bulkGet(ids), mirror.rejected.bulkGet(ids)]);
    const orphans = ids.filter((_, i) => !known[i] && !rejected[i]);
    await Promise.all(
      orphans.map((id) => journal.writer.modify(id, (stored) => stored && { ...stored, pending: true })),
    );
  }

  /** Resolves when no handler uses the stores any more. The caller must wait for a running `repair` itself. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopWaiting();
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.#replication.cancel();
    await this.#calls.settled();
  }
}
