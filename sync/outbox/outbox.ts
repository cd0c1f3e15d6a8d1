/**
 * The outbox: the learner's documents that the server has not confirmed. A pending document waits to be sent; a rejected one waits for the learner.
 * Guarantees: a resolved write survives a browser crash; a write of another tab is never overwritten, because each write replaces the revision that
 * it has read; each change of a document gets a later `at`, also after the clock was set back.
 * Rule: the outbox's document is read before the mirror's. A confirmation writes the mirror first, so a document is always in one of the two.
 */
import type { RxChangeEvent, RxDocument, RxError } from 'rxdb/plugins/core';
import { STORAGE_KEYS } from '@/config/persisted-names';
import type { JournalDoc, Kind, StoredJournalDoc } from '@/domain/journal';
import { localDate } from '@/domain/local-date';
import { writeStored } from '@/lib/local-storage';
import type { MirrorDb } from '../mirror/mirror-schema';
import { ownTable } from '../mirror/own-rows';
import { checkDoc, checkReceived, knownFields } from '../protocol/kinds';
import type { Change, OpenOutbox, OutboxDoc } from '../protocol/types';
import { type OutboxOptions, type OutboxStore, openOutboxStore } from './outbox-store';
import { shownDoc, toSent } from './shown';

const isConflict = (error: unknown) => (error as Partial<RxError>)?.code === 'CONFLICT';

/** The stored fields, without RxDB's own. */
function plain(doc: Readonly<OutboxDoc>): OutboxDoc {
  const { id, kind, at, active_on, rev, data, state, queued, code, message, rejected_at } = doc;
  const rejection =
    state === 'rejected' ? { code: code ?? '', message: message ?? '', rejected_at: rejected_at ?? 0 } : {};
  return { id, kind, at, active_on, rev, data, state, queued, ...rejection };
}

/** The fields that a newer app version has added: a change by this version keeps them. */
function unknownOf(before: StoredJournalDoc | undefined): object {
  if (!before) return {};
  const known = knownFields(before.kind);
  return Object.fromEntries(Object.entries(before.data).filter(([name]) => !known.has(name)));
}

/** A deletion wins over every other change of the document, as in `sync.merge`; also one that the server has rejected is not dropped silently. */
const deletionOf = (held: OutboxDoc | undefined) =>
  held && 'deleted' in held.data && held.data.deleted ? { deleted: true } : {};

/** What a step makes of a document: the new one, `remove`, or undefined to change nothing. */
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
  #heard: Set<string> | undefined = new Set();
  #isMarked: boolean | undefined;
  /** The change that the listeners have not been told yet. */
  #change: { left: boolean } | undefined;

  constructor(account: string, mirror: MirrorDb, store: OutboxStore, now: () => number) {
    this.account = account;
    this.#mirror = mirror;
    this.#store = store;
    this.#now = now;
    store.collection.$.subscribe((event) => this.#hear(event));
  }

  /** Reads the stored documents once; afterwards the collection reports the changes of every tab. */
  async read(): Promise<void> {
    const found = await this.#store.call(() => this.#store.collection.find().exec());
    for (const doc of found) if (!this.#heard?.has(doc.id)) this.#docs.set(doc.id, plain(doc.toMutableJSON()));
    this.#heard = undefined;
    this.#mark();
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
      const whole = { ...unknownOf(before), ...data, ...deletionOf(held) };
      const made: JournalDoc = {
        id,
        kind,
        at,
        active_on: localDate(now),
        rev: row?.rev ?? held?.rev ?? 0,
        data: whole,
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
      await collection.bulkRemove(unchanged);
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

  /** Sends documents again that the server has lost. A document that already waits here stays as it is, because it was made from the lost one. */
  async putBack(docs: readonly JournalDoc[]): Promise<void> {
    await Promise.all(
      docs.map((doc) => this.#step(doc.id, (held) => (held ? undefined : this.#queued(doc, undefined)))),
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
    for (let known = this.#docs.get(id); ; known = await this.#stored(id)) {
      const made = await step(known);
      if (!made) return;
      if (known === undefined && made !== 'remove') this.#mark(true);
      if (await this.#store.call(() => this.#replace(id, known, made))) return;
    }
  }

  async #stored(id: string): Promise<OutboxDoc | undefined> {
    const found = await this.#store.call(() => this.#store.collection.findOne(id).exec());
    if (found) this.#docs.set(id, plain(found.toMutableJSON()));
    else this.#docs.delete(id);
    return this.#docs.get(id);
  }

  /** @returns false if the stored document is not `known` any more */
  async #replace(id: string, known: OutboxDoc | undefined, made: OutboxDoc | 'remove'): Promise<boolean> {
    const { collection } = this.#store;
    try {
      if (known === undefined) {
        if (made !== 'remove') this.#note(await collection.insert(made));
        return true;
      }
      const found = await collection.findOne(id).exec();
      if (!found || found.at !== known.at || found.state !== known.state) return false;
      if (made === 'remove') await found.remove();
      else this.#note(await found.modify(() => ({ ...made })));
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
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
    this.#mark();
    // One call for all events of a bulk write, which arrive together.
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

  /** Keeps the marker that the outbox is not empty, for the next start. Rule: set it before the first document, remove it after the last. */
  #mark(full = this.#docs.size > 0): void {
    if (this.#isMarked === full) return;
    this.#isMarked = full;
    writeStored(`${STORAGE_KEYS.outbox}:${this.account}`, full ? '1' : null);
  }
}
