/**
 * Ties the journal to the server: RxDB replicates with the feed (what was pulled) and with `Pusher`, and three passes mend what its
 * replication is known to lose. Guarantees, after each cycle at the head of the feed:
 * - rescue: a document that waits and is not under way is touched, so that RxDB sends it (clock set back, crashed, put aside);
 * - verify: a pulled document that was passed over (a storage error; an earlier version did not understand it) is filled in, one that differs is
 *   joined and sent;
 * - orphans: a confirmed document that the server no longer has (a restored backup) is sent again.
 * Rule: a refused document that the learner keeps is his to decide, no pass touches it.
 */
import {
  awaitRxStorageReplicationIdle,
  getChangedDocumentsSince,
  normalizeMangoQuery,
  prepareQuery,
  type WithDeleted,
} from 'rxdb/plugins/core';
import { type RxReplicationState, replicateRxCollection } from 'rxdb/plugins/replication';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import { readingsOf } from './apply';
import type { Clock } from './clock';
import { sameDoc } from './conflict';
import { Feed, type FeedPoint } from './feed';
import type { OpenJournal } from './journal';
import { toStored } from './journal-writer';
import { kinds, mergeDocs } from './kinds';
import type { MirrorDb } from './mirror-schema';
import type { Doc, Pusher } from './push';

/** Local writes that come within this time are sent together, ms. */
const GATHER_MS = 20;
/** Documents that RxDB hands over at once; `Pusher` sends them in calls of PUSH_LIMIT. RxDB pauses to take notes between two batches. */
const PUSH_BATCH = 1_000;
/** Rule: ≤ 200. RxDB gives a bulk one time and reads the last bulk again at every start. */
const PULL_BATCH = 200;
const RETRY_MS = 1_000;

/** Key in `meta`: how far the journal has been compared with its feed. */
const CHECKED = 'journal_checked';

interface Checked extends FeedPoint {
  /** In which reading of the feed. */
  reading: number;
  /** The feed was compared to its head once, and what the server did not have was sent. */
  whole: boolean;
  /** The first document that this version does not understand: each start looks at it again, it may be that of a later version. */
  strange?: number | undefined;
}

export interface LinkParts {
  push: (docs: Doc[]) => Promise<Doc[]>;
  /** What waits is sent at the start without asking RxDB, whose notes may say that it was sent. */
  first: boolean;
  rescue: boolean;
  verify: boolean;
}

export interface LinkWorld {
  journal: OpenJournal;
  mirror: MirrorDb;
  pusher: Pusher;
  clock: Clock;
  onPending: (count: number) => void;
  onError: (error: unknown) => void;
  parts?: Partial<LinkParts>;
}

export class JournalLink {
  readonly #world: LinkWorld;
  readonly #parts: LinkParts;
  readonly #feed: Feed;
  readonly #pending = new Set<string>();
  /** Documents that changed while the start looks for those that wait. */
  #heard: Set<string> | undefined = new Set();
  #verified = false;
  readonly #replication: RxReplicationState<StoredJournalDoc, FeedPoint>;
  readonly #subscriptions: { unsubscribe(): void }[];
  #stopped = false;

  constructor(world: LinkWorld) {
    this.#world = world;
    this.#parts = { push: (docs) => world.pusher.push(docs), first: true, rescue: true, verify: true, ...world.parts };
    this.#feed = new Feed(world.mirror, world.journal.account);
    const { collection } = world.journal;
    this.#replication = replicateRxCollection<StoredJournalDoc, FeedPoint>({
      collection,
      replicationIdentifier: 'server',
      live: true,
      retryTime: RETRY_MS,
      waitForLeadership: false,
      toggleOnDocumentVisible: false,
      autoStart: false,
      pull: { batchSize: PULL_BATCH, handler: (point, limit) => this.#feed.after(point, limit) },
      push: {
        batchSize: PUSH_BATCH,
        waitBeforePersist: () => new Promise<void>((resolve) => world.clock.setTimer(resolve, GATHER_MS)),
        handler: (rows) => this.#parts.push(rows.map((row) => row.newDocumentState)),
      },
    });
    this.#subscriptions = [
      this.#replication.error$.subscribe((error) => world.onError(error)),
      collection.eventBulks$.subscribe(({ events }) => {
        for (const { operation, documentData: doc } of events)
          this.#note(doc.id, operation !== 'DELETE' && doc.pending);
        world.onPending(this.#pending.size);
      }),
    ];
  }

  /** What waits from before is read once: it is counted, and the first of it is on its way before RxDB is ready. */
  async start(): Promise<void> {
    const waiting = this.#waiting();
    if (this.#parts.first) this.#sendFirst(waiting);
    await Promise.all([waiting.then((documents) => this.#count(documents)), this.#replication.start()]);
  }

  async #waiting(): Promise<StoredJournalDoc[]> {
    const { schema, storageInstance } = this.#world.journal.collection;
    const selector = { pending: true, _deleted: { $eq: false } };
    const { documents } = await storageInstance.query(
      prepareQuery(schema.jsonSchema, normalizeMangoQuery(schema.jsonSchema, { selector })),
    );
    // In the order of writing: what is stored side by side is confirmed together.
    return documents.sort((a, b) => a._meta.lwt - b._meta.lwt);
  }

  /** Rule: an event is later than the answer to the question what waits. */
  #count(waiting: StoredJournalDoc[]): void {
    for (const { id } of waiting) if (!this.#heard?.has(id)) this.#pending.add(id);
    this.#heard = undefined;
    this.#world.onPending(this.#pending.size);
  }

  /**
   * Sends what waits while RxDB still opens its notes and looks for it. RxDB reads what changed when that is answered: what was confirmed it only
   * notes, the rest (refused, changed meanwhile, more than one batch) it sends.
   */
  #sendFirst(waiting: Promise<StoredJournalDoc[]>): void {
    const { storageInstance } = this.#world.journal.collection;
    const sent = waiting
      .then((documents) =>
        this.#parts.push(documents.slice(0, PUSH_BATCH).map((doc) => ({ ...toStored(doc), _deleted: false }))),
      )
      .catch((error: unknown) => {
        if (!this.#stopped) this.#world.onError(error);
      });
    const afterwards: typeof storageInstance.getChangedDocumentsSince = async (limit, checkpoint) => {
      await sent;
      // An engine that was started since has its own.
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

  /** The feed has new rows. */
  refresh(): void {
    this.#replication.reSync();
  }

  /** Mends what RxDB lost. Waits until nothing is under way, for as long as the server cannot be reached. */
  async mend(): Promise<void> {
    await this.#idle();
    if (this.#stopped) return;
    if (this.#parts.rescue) await this.#rescue([...this.#pending]);
    if (this.#parts.verify) await this.#verify();
  }

  /** Rule: an error in one of RxDB's queues stays there and ends that direction for good; the queue is taken up again behind it. */
  async #idle(): Promise<void> {
    const state = this.#replication.internalReplicationState;
    if (!state || this.#stopped) return;
    try {
      await awaitRxStorageReplicationIdle(state);
    } catch (error) {
      state.checkpointQueue = state.checkpointQueue.catch(() => undefined);
      state.streamQueue.up = state.streamQueue.up.catch(() => undefined);
      state.streamQueue.down = state.streamQueue.down.catch(() => undefined);
      this.#replication.reSync();
      throw error;
    }
  }

  async #rescue(ids: string[]): Promise<void> {
    const { writer } = this.#world.journal;
    await Promise.all(ids.map((id) => writer.modify(id, (stored) => (stored?.pending ? { ...stored } : undefined))));
  }

  /** Rule: the reading is asked for first. When the feed is begun anew meanwhile, what is noted here is of the one before, and all is compared again. */
  async #verify(): Promise<void> {
    const { mirror } = this.#world;
    const reading = await readingsOf(mirror);
    const stored = (await mirror.meta.get(CHECKED))?.value as Checked | undefined; // written below, by this version
    let checked: Checked = stored?.reading === reading ? stored : { epoch: -1, seq: 0, reading, whole: false };
    const { strange, ...rest } = checked;
    if (strange !== undefined && !this.#verified) checked = { ...rest, seq: Math.min(rest.seq, strange - 1) };
    this.#verified = true;
    const note = async (news: Partial<Checked>) => {
      checked = { ...checked, ...news };
      await mirror.meta.put({ key: CHECKED, value: checked });
    };
    for (;;) {
      const page = await this.#feed.page(checked, PULL_BATCH);
      if (page.docs.length === 0 && page.strange === undefined) break;
      await this.#compare(page.docs, page.point);
      if (this.#stopped) return;
      await note({ ...page.point, strange: checked.strange ?? page.strange });
    }
    if (checked.whole || !(await this.#feed.isWhole())) return;
    await this.#sendOrphans();
    await note({ whole: true });
  }

  /** Compares documents of the feed with the journal's and mends what differs. */
  async #compare(docs: Doc[], point: FeedPoint): Promise<void> {
    let differing = await this.#differing(docs);
    const holes = differing.filter(({ local, server }) => !local && !server._deleted).map(({ server }) => server);
    if (holes.length > 0) {
      this.#replication.emitEvent({ documents: holes, checkpoint: point });
      await this.#idle();
      differing = await this.#differing(docs);
    }
    const { writer } = this.#world.journal;
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
    const [locals, refused] = await Promise.all([
      this.#world.journal.collection.storageInstance.findDocumentsById(ids, true),
      this.#world.mirror.rejected.bulkGet(ids),
    ]);
    const localOf = new Map(locals.map((doc) => [doc.id, doc]));
    return docs
      .filter(({ kind }, i) => !(refused[i] && !kinds[kind].reverts))
      .map((server) => ({ server, local: localOf.get(server.id) }))
      .filter(({ server, local }) => (local ? !local.pending && !sameDoc(local, server) : !server._deleted));
  }

  async #sendOrphans(): Promise<void> {
    const { journal, mirror } = this.#world;
    const confirmed = await journal.collection.find({ selector: { pending: false } }).exec();
    const ids = confirmed.map(({ id }) => id);
    const [known, refused] = await Promise.all([mirror.feed.bulkGet(ids), mirror.rejected.bulkGet(ids)]);
    const orphans = ids.filter((_, i) => !known[i] && !refused[i]);
    await Promise.all(
      orphans.map((id) => journal.writer.modify(id, (stored) => stored && { ...stored, pending: true })),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.#replication.cancel();
  }
}
