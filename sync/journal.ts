/**
 * The learner's journal: RxDB on Dexie, one database per account, one collection for all kinds.
 * Guarantees: a write that resolved survives a kill of the browser (strict durability); doing a thing twice makes one document;
 * a document never goes back: every write is joined with what is stored by the kind's law, its `at` later than the stored one.
 * Rule: `pending` is true from a local write until the server confirmed this very state.
 */

import { Dexie } from 'dexie';
import {
  createRxDatabase,
  type RxDatabase,
  type RxDocumentData,
  type RxStorage,
  removeRxDatabase,
} from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { map, type Observable } from 'rxjs';
import { journalName } from '@/config/storage-keys';
import { canonical } from '@/domain/canonical';
import type { JournalDoc, Kind, StoredJournalDoc } from '@/domain/journal';
import { localDate } from '@/domain/local-date';
import { resolveConflict, sameDoc } from './conflict';
import { type JournalCollection, JournalWriter, toStored } from './journal-writer';
import { checkDoc, mergeDocs } from './kinds';
import { currentAccount, currentMirror } from './mirror';
import { reopening } from './reopening';
import { guarded } from './storage-guard';
import { withoutIdleIndexes } from './storage-indexes';
import { gettingMany, readingMany } from './storage-reads';
import { writingMany } from './storage-writes';
import type { Change, Journal } from './types';

/** Twin of the longest id that `sync_push` stores. */
const ID_LENGTH = 200;

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: ID_LENGTH },
    kind: { type: 'string', maxLength: 20 },
    at: { type: 'number' },
    active_on: { type: 'string' },
    rev: { type: 'number' },
    pending: { type: 'boolean' },
    data: { type: 'object' },
  },
  required: ['id', 'kind', 'pending'],
  indexes: ['kind', 'pending'],
} as const;

/** The journal as the engine sees it: the screens' side and the collection behind it. */
export interface OpenJournal extends Journal {
  readonly collection: JournalCollection;
  readonly writer: JournalWriter;
  close(): Promise<void>;
}

export interface JournalOptions {
  name?: string;
  storage?: RxStorage<unknown, unknown>;
  multiInstance?: boolean;
  now?: () => number;
  /** Seam for the tests that put a known fault back. */
  resolve?: typeof resolveConflict;
}

/** Where the product keeps it. */
export const journalStorage = () =>
  writingMany(getRxStorageDexie({ chromeTransactionDurability: 'strict', onCreate: prepare }));

/** Nobody follows these databases through Dexie, RxDB tells the other tabs itself: Dexie's own news of a write would cost a fifth of it. */
function prepare(db: Dexie): void {
  db.unuse({ stack: 'dbcore', name: 'Observability' });
  gettingMany(db);
  withoutIdleIndexes(db);
  reopening(db);
}

/** RxDB asks for a hash of names only; Web Crypto is missing on plain http. */
function hash(input: string | ArrayBuffer | Blob): Promise<string> {
  const text = String(input);
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
  }
  return Promise.resolve((a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0'));
}

export async function createJournal(account: string, options: JournalOptions = {}): Promise<OpenJournal> {
  const {
    name = journalName(account),
    storage = journalStorage(),
    multiInstance = true,
    now = Date.now,
    resolve = resolveConflict,
  } = options;
  let writer: JournalWriter | undefined;
  const known = (collection: string, documents: unknown[]) => {
    if (collection === 'docs') writer?.know(documents as RxDocumentData<StoredJournalDoc>[]); // what the collection holds
  };
  const database: RxDatabase = await createRxDatabase({
    name,
    storage: guarded(readingMany(storage, known)),
    multiInstance,
    hashFunction: hash,
    eventReduce: true,
    closeDuplicates: true,
  });
  const { docs: collection } = await database.addCollections({
    docs: { schema, conflictHandler: { isEqual: sameDoc, resolve } },
  });
  writer = new JournalWriter(collection as JournalCollection);
  return new RxJournal(account, database, collection as JournalCollection, writer, now);
}

class RxJournal implements OpenJournal {
  readonly account: string;
  readonly collection: JournalCollection;
  readonly writer: JournalWriter;
  readonly pending$: Observable<StoredJournalDoc[]>;
  readonly #database: RxDatabase;
  readonly #now: () => number;

  constructor(
    account: string,
    database: RxDatabase,
    collection: JournalCollection,
    writer: JournalWriter,
    now: () => number,
  ) {
    this.account = account;
    this.collection = collection;
    this.writer = writer;
    this.#database = database;
    this.#now = now;
    this.pending$ = this.#find({ pending: true });
  }

  async write<K extends Kind>(kind: K, key: string, change: Change<K>): Promise<StoredJournalDoc<K>> {
    const id = `${kind}/${key}`;
    const stored = await this.writer.modify(id, (found) => {
      const before = found as StoredJournalDoc<K> | undefined; // the id's first part is the kind
      const now = this.#now();
      const at = before ? Math.max(now, before.at + 1) : now;
      const data = change(before, at);
      if (before && data === before.data) return undefined;
      const made = { id, kind, at, active_on: localDate(now), rev: before?.rev ?? 0, data };
      // The server would refuse it, and a join would leave it out: whoever writes has to hear of it.
      const verdict = checkDoc(made);
      if (!verdict.ok) throw new Error(`${id} cannot be written: ${verdict.code}`);
      if (!before) return { ...made, pending: true };
      const { pending: _, ...known } = before;
      const joined: JournalDoc = mergeDocs<K>(known, made);
      return sameContent(joined, before) ? undefined : { ...joined, rev: before.rev, pending: true };
    });
    if (!stored) throw new Error(`The document ${id} was not written`);
    return stored as StoredJournalDoc<K>; // as above
  }

  async get<K extends Kind>(kind: K, key: string): Promise<StoredJournalDoc<K> | undefined> {
    const [found] = await this.collection.storageInstance.findDocumentsById([`${kind}/${key}`], false);
    return found && (toStored(found) as StoredJournalDoc<K>); // the id's first part is the kind
  }

  docs$<K extends Kind>(kind: K): Observable<StoredJournalDoc<K>[]> {
    return this.#find({ kind }) as Observable<StoredJournalDoc<K>[]>; // selected by kind
  }

  doc$<K extends Kind>(kind: K, key: string): Observable<StoredJournalDoc<K> | undefined> {
    const found$ = this.collection.findOne(`${kind}/${key}`).$;
    return found$.pipe(
      map((doc) => (doc ? (toStored(doc.toJSON() as StoredJournalDoc) as StoredJournalDoc<K>) : undefined)),
    );
  }

  #find(selector: { kind: Kind } | { pending: true }): Observable<StoredJournalDoc[]> {
    return this.collection
      .find({ selector })
      .$.pipe(map((docs) => docs.map((doc) => toStored(doc.toJSON() as StoredJournalDoc))));
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

const sameContent = (a: JournalDoc, b: JournalDoc) =>
  a.at === b.at && a.active_on === b.active_on && canonical(a.data) === canonical(b.data);

let open: { account: string; journal: Promise<OpenJournal> } | undefined;

/** The journal of an account; another account's is closed first. A failed opening is not remembered. */
export function openJournal(account: string): Promise<OpenJournal> {
  if (open?.account === account) return open.journal;
  const earlier = closeJournal();
  const journal = earlier.then(() => askDisk(account)).then(() => createJournal(account));
  const mine = { account, journal };
  open = mine;
  journal.catch(() => {
    if (open === mine) open = undefined;
  });
  return journal;
}

/**
 * Whether the disk opens anything now. RxDB remembers a database that did not open until the page is left: it is asked only when it can be opened.
 * The mirror is open already as a rule; one that is broken alone must not keep the learner's writes from their journal.
 */
async function askDisk(account: string): Promise<void> {
  if (currentAccount() !== account) return;
  await currentMirror()
    ?.open()
    .catch(() => openAsItIs(`rxdb-dexie-${journalName(account)}--${schema.version}--docs`));
}

async function openAsItIs(name: string): Promise<void> {
  const database = new Dexie(name);
  await database.open().catch((error: unknown) => {
    if (!(error instanceof Dexie.NoSuchDatabaseError)) throw error;
  });
  database.close();
}

export async function closeJournal(): Promise<void> {
  const last = open;
  open = undefined;
  await last?.journal.then(
    (journal) => journal.close(),
    () => undefined,
  );
}

export async function removeJournal(account: string): Promise<void> {
  if (open?.account === account) await closeJournal();
  const name = journalName(account);
  await removeRxDatabase(name, journalStorage(), false);
  // RxDB empties its databases and leaves them; the names would still tell who was here.
  const left = (await Dexie.getDatabaseNames()).filter((database) => database.startsWith(`rxdb-dexie-${name}--`));
  await Promise.all(left.map((database) => Dexie.delete(database)));
}
