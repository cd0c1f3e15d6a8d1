/**
 * Opens the outbox's database: RxDB on Dexie, one database per account, one collection for all kinds.
 * Guarantees: writes are strictly durable; a database that the browser has closed (full disk) opens again at the next call.
 */
import { Dexie } from 'dexie';
import { RxDBCleanupPlugin } from 'rxdb/plugins/cleanup';
import {
  addRxPlugin,
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxStorage,
  removeRxDatabase,
} from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { CLEANUP_AGE_MS, CLEANUP_EVERY_MS } from '@/shared/app-limits';
import { closeOnDeletion } from '@/shared/close-on-deletion';
import { OUTBOX, outboxName } from '@/shared/names';
import type { OutboxDoc } from '../protocol/types';

addRxPlugin(RxDBCleanupPlugin);

/** Longest id (characters) that `sync_push` accepts. Change this limit and the SQL function together. */
const ID_LENGTH = 200;

const schema = {
  version: OUTBOX.schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: ID_LENGTH },
    kind: { type: 'string' },
    at: { type: 'number' },
    active_on: { type: 'string' },
    rev: { type: 'number' },
    data: { type: 'object' },
    state: { type: 'string' },
    queued: { type: 'number' },
    code: { type: 'string' },
    message: { type: 'string' },
    rejected_at: { type: 'number' },
  },
  required: ['id', 'kind', 'at', 'data', 'state'],
} as const;

export type OutboxCollection = RxCollection<OutboxDoc>;

export interface OutboxStore {
  collection: OutboxCollection;
  /** Runs a call of the collection. If the browser has closed the database, opens it and runs the call again. */
  call<T>(run: () => Promise<T>): Promise<T>;
  /** Identifies the stored database: after an eviction, the new one has another token. */
  token(): Promise<string>;
  close(): Promise<void>;
}

export interface OutboxOptions {
  name?: string;
  /** Replaces IndexedDB in simulations. */
  storage?: RxStorage<unknown, unknown>;
  multiInstance?: boolean;
  now?: () => number;
}

export const outboxStorage = (onCreate: (database: Dexie) => void) =>
  getRxStorageDexie({ chromeTransactionDurability: 'strict', onCreate });

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

export async function openOutboxStore(account: string, options: OutboxOptions): Promise<OutboxStore> {
  const { name = outboxName(account), multiInstance = true } = options;
  const databases = new Set<Dexie>();
  const storage =
    options.storage ??
    outboxStorage((database) => {
      closeOnDeletion(database);
      databases.add(database);
    });
  const database: RxDatabase = await createRxDatabase({
    name,
    storage,
    multiInstance,
    hashFunction: hash,
    eventReduce: true,
    closeDuplicates: true,
    cleanupPolicy: {
      minimumDeletedTime: 0,
      minimumCollectionAge: CLEANUP_AGE_MS,
      runEach: CLEANUP_EVERY_MS,
      awaitReplicationsInSync: false,
      waitForLeadership: false,
    },
  });
  const { [OUTBOX.collection]: collection } = await database.addCollections({ [OUTBOX.collection]: { schema } });
  return {
    collection: collection as OutboxCollection,
    async call(run) {
      try {
        return await run();
      } catch (error) {
        const closed = [...databases].filter((one) => !one.isOpen());
        if (closed.length === 0 || database.closed) throw error;
        await Promise.all(closed.map((one) => one.open()));
        return run();
      }
    },
    token: () => database.storageToken,
    close: async () => {
      await database.close();
    },
  };
}

/** Deletes the outbox's databases. RxDB alone would empty them, and their names would still reveal the account. */
export async function removeOutboxStore(account: string): Promise<void> {
  const databases = new Set<string>();
  const storage = outboxStorage(({ name }) => {
    databases.add(name);
  });
  await removeRxDatabase(outboxName(account), storage, false);
  await Promise.all([...databases].map((name) => Dexie.delete(name)));
}
