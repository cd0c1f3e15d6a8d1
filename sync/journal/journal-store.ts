/**
 * The learner's journal: RxDB on Dexie, one database per account, one collection for all kinds.
 * Guarantees: a resolved write survives a browser crash (strict durability); repeating an action creates no second
 * document; a document never returns to an older state, because each write is merged with the stored document by the rule of its kind and
 * gets a later `at`.
 * Rule: `pending` is true from a local write until the server has confirmed exactly this state.
 */

import { Dexie } from 'dexie';
import {
  createRxDatabase,
  type RxDatabase,
  type RxDocumentData,
  type RxStorage,
  removeRxDatabase,
} from 'rxdb/plugins/core';
import { map, type Observable } from 'rxjs';
import { DATABASE_PREFIXES, journalName } from '@/config/persisted-names';
import { JOURNAL } from '@/config/persisted-stores';
import { canonical } from '@/domain/canonical';
import type { JournalDoc, Kind, StoredJournalDoc } from '@/domain/journal';
import { localDate } from '@/domain/local-date';
import { reportNewerStore } from '@/lib/newer-store';
import { autoReopen } from '../mirror/auto-reopen';
import { currentAccount, currentMirror, openMirror } from '../mirror/mirror';
import { mirrorId } from '../mirror/mirror-id';
import { checkDoc, checkReceived } from '../protocol/kinds';
import { mergeDocs } from '../protocol/merge-docs';
import type { Change, Journal, StoreIds } from '../protocol/types';
import { patchedDexieStorage, patchStorage } from '../rxdb/patches';
import { resolveConflict, sameDoc } from './conflict';
import { type JournalCollection, JournalWriter, toStored } from './journal-writer';

/** Longest id (characters) that `sync_push` accepts. Change this limit and the SQL function together. */
const ID_LENGTH = 200;

const schema = {
  version: JOURNAL.schemaVersion,
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
  indexes: JOURNAL.indexes,
} as const;

/** The journal as the engine sees it: the interface for screens, plus the RxDB collection and its writer. */
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
  /** Replaces `resolveConflict` in the fault-injection tests. */
  resolve?: typeof resolveConflict;
}

/** The production storage: IndexedDB through Dexie, written with strict durability. */
export const journalStorage = () => patchedDexieStorage(autoReopen);

/** A non-cryptographic hash: Web Crypto is missing on plain http, and RxDB hashes only names. */
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
  if (!options.storage) await rejectNewerJournal(name);
  let writer: JournalWriter | undefined;
  const known = (collection: string, documents: unknown[]) => {
    // The cast is safe because this collection contains only journal documents.
    if (collection === JOURNAL.collection) writer?.cacheRead(documents as RxDocumentData<StoredJournalDoc>[]);
  };
  const database: RxDatabase = await createRxDatabase({
    name,
    storage: patchStorage(storage, known),
    multiInstance,
    hashFunction: hash,
    eventReduce: true,
    closeDuplicates: true,
  });
  const { [JOURNAL.collection]: collection } = await database.addCollections({
    [JOURNAL.collection]: { schema, conflictHandler: { isEqual: sameDoc, resolve } },
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
      const before = found as StoredJournalDoc<K> | undefined; // the cast is safe because the id starts with the kind
      const now = this.#now();
      const at = before ? Math.max(now, before.at + 1) : now;
      const data = change(before, at);
      if (before && data === before.data) return undefined;
      const made = { id, kind, at, active_on: localDate(now), rev: before?.rev ?? 0, data };
      // Throw now if the document is invalid: the server would reject it and a merge would discard it. A stored document with fields of a newer
      // app version is checked with the looser rules, so that it keeps those fields.
      const verdict = before && !checkDoc(before).ok ? checkReceived(made) : checkDoc(made);
      if (!verdict.ok) throw new Error(`${id} cannot be written: ${verdict.code}`);
      if (!before) return { ...made, pending: true };
      const { pending: _, ...known } = before;
      const joined: JournalDoc = mergeDocs<K>(known, made);
      return sameContent(joined, before) ? undefined : { ...joined, rev: before.rev, pending: true };
    });
    if (!stored) throw new Error(`The document ${id} was not written`);
    return stored as StoredJournalDoc<K>; // the cast is safe because the id starts with the kind
  }

  async get<K extends Kind>(kind: K, key: string): Promise<StoredJournalDoc<K> | undefined> {
    const [found] = await this.collection.storageInstance.findDocumentsById([`${kind}/${key}`], false);
    return found && (toStored(found) as StoredJournalDoc<K>); // the cast is safe because the id starts with the kind
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

  async storeIds(): Promise<StoreIds> {
    const [journal, mirror] = await Promise.all([this.#database.storageToken, mirrorId(openMirror(this.account))]);
    return { journal, mirror };
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

const sameContent = (a: JournalDoc, b: JournalDoc) =>
  a.at === b.at && a.active_on === b.active_on && canonical(a.data) === canonical(b.data);

let open: { account: string; journal: Promise<OpenJournal> } | undefined;

/** Opens the journal of an account, after closing another account's. A failed open is not cached. */
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
 * Checks that IndexedDB can open a database. Call this before RxDB opens the journal, because RxDB caches a failed open until
 * the learner leaves the page. Opens the mirror, which is normally open already; if that fails, tries the journal's own database.
 */
async function askDisk(account: string): Promise<void> {
  if (currentAccount() !== account) return;
  await currentMirror()
    ?.open()
    .catch(() => openAsItIs(dexieNameOf(account)));
}

/** Name of the Dexie database in which RxDB stores the collection. */
const dexieNameOf = (account: string) =>
  `${DATABASE_PREFIXES.rxdbDexie}${journalName(account)}--${JOURNAL.schemaVersion}--${JOURNAL.collection}`;

/**
 * RxDB puts the schema version into the database's name, so it would create an empty database next to a newer one.
 * @throws NewerStoreError when a newer version of the app has stored this journal
 */
async function rejectNewerJournal(name: string): Promise<void> {
  const prefix = `${DATABASE_PREFIXES.rxdbDexie}${name}--`;
  const databases = await Dexie.getDatabaseNames().catch(() => []); // if this fails, opening the journal reports the reason
  const versions = databases
    .filter((one) => one.startsWith(prefix))
    .map((one) => Number.parseInt(one.slice(prefix.length), 10));
  if (versions.some((version) => version > JOURNAL.schemaVersion)) throw reportNewerStore(name);
}

async function openAsItIs(name: string): Promise<void> {
  const database = new Dexie(name);
  await database.open().catch((error: unknown) => {
    if (!(error instanceof Dexie.NoSuchDatabaseError)) throw error;
  });
  database.close();
}

/** Drops a journal whose store does not answer, without waiting for the close, so that the next `openJournal` opens it again. */
export function abandonJournal(): void {
  closeJournal().catch((error: unknown) => console.warn('The journal did not close:', error));
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
  // RxDB empties its databases but does not delete them, and their names would still reveal the account.
  const left = (await Dexie.getDatabaseNames()).filter((database) =>
    database.startsWith(`${DATABASE_PREFIXES.rxdbDexie}${name}--`),
  );
  await Promise.all(left.map((database) => Dexie.delete(database)));
}
