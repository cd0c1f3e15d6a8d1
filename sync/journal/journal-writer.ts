/**
 * Performs all local writes of the journal: reads the stored document, changes it, and writes it with the revision that was read.
 * Guarantees: changes to one document run one after the other and none is lost, even if another tab writes in between
 * (the document is then read again); a change is stored when its promise resolves; a `modify` that throws rejects only its
 * own caller; a `modify` that returns undefined writes nothing.
 * Rule: at most BATCH documents per bulk write, because RxDB gives all of them one timestamp and reads the last bulk again
 * at every start.
 */
import {
  getDefaultRevision,
  getDefaultRxDocumentMeta,
  type RxCollection,
  type RxDocumentData,
} from 'rxdb/plugins/core';
import type { StoredJournalDoc } from '@/domain/journal';

export type JournalCollection = RxCollection<StoredJournalDoc>;

/**
 * Gets the stored document (undefined if it does not exist or was deleted) and returns the new one, 'delete', or undefined to change nothing.
 * May be called again with another stored document, so it must have no side effects.
 */
export type Modify = (stored: StoredJournalDoc | undefined) => StoredJournalDoc | 'delete' | undefined;

const BATCH = 200;
/** Maximum number of cached documents. A cached document needs no read before a write. */
const KNOWN = 1_000;
const CONFLICT = 409;

type Stored = RxDocumentData<StoredJournalDoc>;

interface Op {
  id: string;
  modify: Modify;
  /** True to read the stored document first, because the cached one was wrong or missing. */
  read: boolean;
  resolve(stored: StoredJournalDoc | undefined): void;
  reject(error: unknown): void;
}

interface Row {
  previous?: Stored;
  document: Stored;
}

export function toStored({ id, kind, at, active_on, rev, pending, data }: StoredJournalDoc): StoredJournalDoc {
  return { id, kind, at, active_on, rev, pending, data };
}

const wordsOf = ({ at, active_on, rev, data }: StoredJournalDoc) => JSON.stringify([at, active_on, rev, data]);

/**
 * Compares two reads of one document as JSON. A change that is reported wrongly does no harm: RxDB then confirms the document instead
 * of this class.
 */
function isUnchanged(a: StoredJournalDoc, b: StoredJournalDoc): boolean {
  const isSame = a.data === b.data && a.at === b.at && a.active_on === b.active_on && a.rev === b.rev;
  return isSame || wordsOf(a) === wordsOf(b);
}

export class JournalWriter {
  readonly #collection: JournalCollection;
  readonly #known = new Map<string, Stored>();
  #queue: Op[] = [];
  #running = false;

  constructor(collection: JournalCollection) {
    this.#collection = collection;
    const changes = collection.storageInstance.changeStream().subscribe(({ events }) => {
      for (const { documentId, documentData } of events) this.#remember(documentId, documentData);
    });
    collection.onClose.push(async () => changes.unsubscribe());
  }

  /** @returns the stored document after the change. @throws the error of `modify` or of the storage */
  modify(id: string, modify: Modify): Promise<StoredJournalDoc | undefined> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ id, modify, read: false, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  /**
   * Stores the server's state of each document that has not changed since it was sent. @returns the ids of the stored documents; never throws
   */
  async confirm(answered: { sent: StoredJournalDoc; master: StoredJournalDoc }[]): Promise<Set<string>> {
    const done = new Set<string>();
    await Promise.all(
      answered.map(async ({ sent, master }) => {
        let asSent = false;
        const write = this.modify(sent.id, (stored) => {
          asSent = stored?.pending === true && isUnchanged(stored, sent);
          return asSent ? toStored(master) : undefined;
        });
        await write.then(
          () => asSent && done.add(sent.id),
          () => undefined,
        );
      }),
    );
    return done;
  }

  /** Caches documents that RxDB has just read, so that writing them needs no read. */
  cacheRead(read: Stored[]): void {
    for (const doc of read) if (!this.#known.has(doc.id)) this.#remember(doc.id, doc); // a cached document is at least as new
  }

  #remember(id: string, doc: Stored): void {
    this.#known.delete(id);
    this.#known.set(id, doc);
    if (this.#known.size > KNOWN) this.#known.delete(this.#known.keys().next().value ?? '');
  }

  async #run(): Promise<void> {
    this.#running = true;
    await Promise.resolve(); // writes made in the same task share a transaction
    while (this.#queue.length > 0) {
      const ops = this.#queue.splice(0, BATCH);
      try {
        this.#queue.unshift(...(await this.#apply(ops)));
      } catch (error) {
        for (const op of ops) op.reject(error);
      }
    }
    this.#running = false;
  }

  /** Applies operations in one bulk write. @returns the operations to repeat after reading their documents */
  async #apply(ops: Op[]): Promise<Op[]> {
    const byId = new Map<string, Op[]>();
    for (const op of ops) byId.set(op.id, [...(byId.get(op.id) ?? []), op]);
    const unread = [...byId].filter(([, group]) => group.some(({ read }) => read)).map(([id]) => id);
    const found = unread.length ? await this.#collection.storageInstance.findDocumentsById(unread, true) : [];
    for (const doc of found) this.#remember(doc.id, doc);

    const again: Op[] = [];
    const rows = new Map<string, Row>();
    const results = new Map<Op, StoredJournalDoc | undefined>();
    for (const [id, group] of byId) {
      const previous = this.#known.get(id);
      const guessed = !previous && !unread.includes(id);
      const row = this.#change(group, previous, guessed, results);
      if (row === 'read') again.push(...group);
      else if (row) rows.set(id, row);
    }

    const errors = rows.size
      ? (await this.#collection.storageInstance.bulkWrite([...rows.values()], 'journal-write')).error
      : [];
    const failed = new Map(errors.map((error) => [error.documentId, error.status]));
    for (const [op, result] of results) {
      const status = failed.get(op.id);
      if (status === undefined) op.resolve(result);
      else if (status === CONFLICT) again.push(op);
      else op.reject(new Error(`The document ${op.id} was not stored (${status})`));
    }
    for (const op of again) op.read = true;
    return again;
  }

  /** Treats an uncached document as new. If `modify` then fails or writes nothing, returns 'read', because the document may exist. */
  #change(
    group: Op[],
    previous: Stored | undefined,
    guessed: boolean,
    results: Map<Op, StoredJournalDoc | undefined>,
  ): Row | 'read' | undefined {
    const before = previous && !previous._deleted ? toStored(previous) : undefined;
    const failures: [Op, unknown][] = [];
    const done: [Op, StoredJournalDoc | undefined][] = [];
    let after = before;
    for (const op of group) {
      try {
        const made = op.modify(after);
        if (made) after = made === 'delete' ? undefined : made;
        done.push([op, after]);
      } catch (error) {
        failures.push([op, error]);
      }
    }
    if (guessed && (failures.length > 0 || after === undefined)) return 'read';
    for (const [op, error] of failures) op.reject(error);
    for (const [op, result] of done) results.set(op, result);
    return after === before ? undefined : rowOf(previous, after);
  }
}

function rowOf(previous: Stored | undefined, after: StoredJournalDoc | undefined): Row | undefined {
  if (!after) return previous && { previous, document: { ...previous, pending: false, _deleted: true } };
  const document = {
    ...after,
    _deleted: false,
    _attachments: {},
    _meta: previous?._meta ?? getDefaultRxDocumentMeta(),
    _rev: previous?._rev ?? getDefaultRevision(),
  };
  return previous ? { previous, document } : { document };
}
