/**
 * The outbox: the learner's documents that the server has not confirmed. A pending document waits to be sent; a rejected one waits for the learner.
 * Guarantees: a resolved write survives a browser crash; a write of another tab is never overwritten, because each write replaces the revision that
 * it has read; each change of a document gets a later `at`, also after the clock was set back.
 * Rule: the outbox's document is read before the mirror's. A confirmation writes the mirror first, so a document is always in one of the two.
 */
import type { RxChangeEvent, RxDocument } from 'rxdb/plugins/core';
import { cleanTexts } from '@/shared/clean-text';
import type { JournalDoc, Kind, StoredJournalDoc } from '@/shared/journal';
import { localDate } from '@/shared/local-date';
import type { MirrorDb } from '../mirror/mirror-schema';
import { ownTable } from '../mirror/own-rows';
import { checkDoc, checkReceived } from '../protocol/kinds';
import type { Change, OpenOutbox, OutboxDoc } from '../protocol/types';
import { deletionOf, isConflict, isSame, plain, unknownOf } from './outbox-doc';
import { type OutboxOptions, type OutboxStore, openOutboxStore } from './outbox-store';
import { shownDoc, toSent } from './shown';

/** Returns the new document, `remove`, or undefined to change nothing. */
type Step = (
  held: OutboxDoc | undefined,
) => Promise<OutboxDoc | 'remove' | undefined> | OutboxDoc | 'remove' | undefined;

export async function createOutbox(account: string, mirror: MirrorDb, options: OutboxOptions = {}): Promise<Outbox> {
  const store = await openOutboxStore(account, options);
  const outbox = new Outbox(account, mirror, store, options.now ?? Date.now);
  await outbox.read();
  return outbox;
}

export class Outbox implements OpenOutbox {
  readonly account: string;
  readonly #mirror: MirrorDb;
  readonly #store: OutboxStore;
  readonly #now: () => number;
  readonly #docs = new Map<string, OutboxDoc>();
  readonly #listeners = new Set<(change: { left: boolean }) => void>();
  /** The last step of each document: the steps of one document run one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Ids that changed while `read` runs; undefined afterwards. */
  #heard: Set<string> | undefined;
  #readings = 0;
  #copyFails = false;
  /** The change that the listeners have not been told yet. */
  #change: { left: boolean } | undefined;

  constructor(account: string, mirror: MirrorDb, store: OutboxStore, now: () => number) {
    this.account = account;
    this.#mirror = mirror;
    this.#store = store;
    this.#now = now;
    store.collection.$.subscribe((event) => this.#hear(event));
  }

  /**
   * Reads the stored documents from the disk and repairs their copy. Changes arrive as events, except those of a tab that was closed or killed
   * right after its write.
   */
  async read(): Promise<void> {
    if (this.#heard) return;
    const heard = new Set<string>();
    this.#heard = heard;
    try {
      const found = new Map((await this.#find({ $gte: '' })).map((doc) => [doc.id, plain(doc.toMutableJSON())]));
      const copies = await this.#mirror.outbox.toArray();
      const isStill = ({ id }: OutboxDoc) => !heard.has(id) && !this.#turns.has(id);
      const gone = [...this.#docs.values()].filter((doc) => isStill(doc) && !found.has(doc.id));
      const come = [...found.values()].filter((doc) => isStill(doc) && !isSame(doc, this.#docs.get(doc.id)));
      for (const { id } of gone) this.#docs.delete(id);
      for (const doc of come) this.#docs.set(doc.id, doc);
      if (gone.length + come.length > 0) this.#changed(gone.length > 0);
      const copied = new Map(copies.map((doc) => [doc.id, doc]));
      await this.#copy(
        [...found.values()].filter((doc) => isStill(doc) && !isSame(doc, copied.get(doc.id))),
        copies.flatMap((doc) => (isStill(doc) && !found.has(doc.id) ? [doc.id] : [])),
      );
    } finally {
      this.#heard = undefined;
    }
  }

  /** Every document, in the order in which they are to be sent. */
  docs(): OutboxDoc[] {
    return [...this.#docs.values()].sort((a, b) => a.queued - b.queued);
  }

  count(state: OutboxDoc['state']): number {
    let count = 0;
    for (const doc of this.#docs.values()) if (doc.state === state) count++;
    return count;
  }

  pending(): OutboxDoc[] {
    return this.docs().filter(({ state }) => state === 'pending');
  }

  subscribe(listener: (change: { left: boolean }) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async write<K extends Kind>(kind: K, key: string, change: Change<K>): Promise<StoredJournalDoc<K>> {
    const id = `${kind}/${key}`;
    let shown: StoredJournalDoc | undefined;
    await this.#step(id, async (held) => {
      const row = await ownTable(this.#mirror, kind).get(id);
      shown = shownDoc(row, held);
      const before = shown as StoredJournalDoc<K> | undefined; // the cast is safe because the id starts with the kind
      const now = this.#now();
      const at = Math.max(now, ...[row, held].flatMap((one) => (one ? one.at + 1 : [])));
      const data = change(before, at);
      if (before && data === before.data) return undefined;
      const made: JournalDoc = {
        id,
        kind,
        at,
        active_on: localDate(now),
        rev: row?.rev ?? held?.rev ?? 0,
        data: cleanTexts({ ...unknownOf(before), ...data, ...deletionOf(held) }),
      };
      // Throw now if the document is invalid, because the server would reject it. A document with fields of a newer app version is checked with the
      // looser rules, so that it keeps those fields.
      const verdict = before && !checkDoc(before).ok ? checkReceived(made) : checkDoc(made);
      if (!verdict.ok) throw new Error(`${id} cannot be written: ${verdict.code}`);
      shown = { ...made, pending: true };
      return this.#queued(made, held);
    });
    if (!shown) throw new Error(`The document ${id} was not written`);
    return shown as StoredJournalDoc<K>; // the cast is safe because the id starts with the kind
  }

  /** Removes the documents that have not changed since they were sent; the server has confirmed them, and the mirror has their rows. */
  async confirm(sent: readonly OutboxDoc[]): Promise<void> {
    const { collection } = this.#store;
    if (sent.length === 0) return;
    await this.#store.call(async () => {
      const found = await collection.findByIds(sent.map(({ id }) => id)).exec();
      const unchanged = sent.flatMap(({ id, at }) => {
        const doc = found.get(id);
        return doc?.at === at ? [doc] : [];
      });
      // RxDB removes a document only if its revision is the one that was read.
      const { success } = await collection.bulkRemove(unchanged);
      await this.#copy(
        [],
        success.map(({ id }) => id),
      );
    });
  }

  /** Marks a document as rejected, unless it has changed since it was sent. */
  async reject(sent: OutboxDoc, code: string, message: string): Promise<void> {
    const rejection = { state: 'rejected' as const, code, message, rejected_at: this.#now() };
    await this.#step(sent.id, (held) => (held?.at === sent.at ? { ...held, ...rejection } : undefined));
  }

  async retry(id: string): Promise<void> {
    const row = await this.#rowOf(id);
    await this.#step(id, (held) => {
      if (held?.state !== 'rejected') return undefined;
      // `at` must be later than that of the server's copy, otherwise that copy would win the merge.
      const at = Math.max(this.#now(), held.at + 1, (row?.at ?? -1) + 1);
      return this.#queued({ ...toSent(held), at, rev: row?.rev ?? held.rev }, undefined);
    });
  }

  /** Discards a rejected document; the server's state takes its place. */
  async dismiss(id: string): Promise<void> {
    await this.#step(id, (held) => (held?.state === 'rejected' ? 'remove' : undefined));
  }

  /**
   * Sends documents again that the server has lost. A later change that waits here already stays as it is, because it was made from the lost one. The
   * lost one itself gets a later time, because the answer that has confirmed it may remove it in the next moment.
   */
  async putBack(docs: readonly JournalDoc[]): Promise<void> {
    await Promise.all(
      docs.map((doc) =>
        this.#step(doc.id, (held) => {
          if (!held) return this.#queued(doc, undefined);
          return held.state === 'pending' && held.at === doc.at ? { ...held, at: held.at + 1 } : undefined;
        }),
      ),
    );
  }

  async token(): Promise<string> {
    return this.#store.token();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.allSettled(this.#turns.values());
    await this.#store.close();
  }

  #rowOf(id: string) {
    const kind = id.slice(0, id.indexOf('/')) as Kind; // the id of every document starts with its kind
    return ownTable(this.#mirror, kind).get(id);
  }

  /** A document that waits keeps its place, so that a comment is sent before the reply that was written after it. */
  #queued(doc: JournalDoc, held: OutboxDoc | undefined): OutboxDoc {
    if (held?.state === 'pending') return { ...doc, state: 'pending', queued: held.queued };
    let last = 0;
    for (const { queued } of this.#docs.values()) last = Math.max(last, queued);
    return { ...doc, state: 'pending', queued: Math.max(this.#now(), last + 1) };
  }

  /** Runs a step of a document after its earlier ones, and again if another tab has changed the document meanwhile. */
  #step(id: string, step: Step): Promise<void> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.then(() => this.#run(id, step));
    const settled = turn.catch(() => undefined);
    this.#turns.set(id, settled);
    void settled.then(() => this.#turns.get(id) === settled && this.#turns.delete(id));
    return turn;
  }

  async #run(id: string, step: Step): Promise<void> {
    const { collection } = this.#store;
    let doc = this.#docs.has(id) ? await this.#store.call(() => collection.findOne(id).exec()) : null;
    for (;;) {
      const made = await step(doc ? plain(doc.toMutableJSON()) : undefined);
      if (!made) return;
      const known = doc;
      const copied = made === 'remove' ? this.#copy([], [id]) : this.#copy([made], []);
      const stored = this.#store.call(() => this.#replace(known, made));
      const [isDone] = await Promise.all([stored, copied]).catch(async (error: unknown) => {
        await copied;
        await (known ? this.#copy([plain(known.toMutableJSON())], []) : this.#copy([], [id]));
        throw error;
      });
      this.#heard?.add(id);
      if (isDone) return;
      [doc = null] = await this.#find({ $gte: id, $lte: id });
    }
  }

  /**
   * Reads documents from the disk. RxDB answers a query that it knows, and one for a single id, from memory, which lacks what a dead tab has
   * written; so each reading is a new query for a range.
   */
  #find(id: { $gte: string; $lte?: string }): Promise<RxDocument<OutboxDoc>[]> {
    const selector = { id, queued: { $gt: -++this.#readings } };
    return this.#store.call(() => this.#store.collection.find({ selector }).exec());
  }

  /** @returns false if the stored document is not `known` any more */
  async #replace(known: RxDocument<OutboxDoc> | null, made: OutboxDoc | 'remove'): Promise<boolean> {
    try {
      if (made === 'remove') await known?.remove();
      else this.#note(known ? await known.modify(() => ({ ...made })) : await this.#store.collection.insert(made));
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /** Changes the copy for the first paint and the worker. An error costs only this copy: the next reading repairs it. */
  async #copy(puts: OutboxDoc[], removed: string[]): Promise<void> {
    try {
      if (puts.length > 0) await this.#mirror.outbox.bulkPut(puts);
      if (removed.length > 0) await this.#mirror.outbox.bulkDelete(removed);
      this.#copyFails = false;
    } catch (error) {
      if (!this.#copyFails) console.warn('The outbox was not copied:', error);
      this.#copyFails = true;
    }
  }

  #note(doc: RxDocument<OutboxDoc>): void {
    const known = this.#docs.get(doc.id);
    if (!known || known.at < doc.at) this.#docs.set(doc.id, plain(doc.toMutableJSON()));
  }

  #hear({ operation, documentId, documentData }: RxChangeEvent<OutboxDoc>): void {
    const left = operation === 'DELETE';
    this.#heard?.add(documentId);
    if (left) this.#docs.delete(documentId);
    else this.#docs.set(documentId, plain(documentData));
    this.#changed(left);
  }

  /** Tells the listeners once about all events of a bulk write, which arrive together. */
  #changed(left: boolean): void {
    if (this.#change) this.#change.left ||= left;
    else {
      this.#change = { left };
      queueMicrotask(() => this.#tell());
    }
  }

  #tell(): void {
    const change = this.#change ?? { left: false };
    this.#change = undefined;
    for (const listener of [...this.#listeners]) listener(change);
  }
}
