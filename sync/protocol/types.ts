/**
 * Types of the wire protocol and of the engine's interfaces. Values from the server are parsed when they arrive (`wire.ts`),
 * never cast.
 */
import type { JournalData, JournalDoc, Kind, StoredJournalDoc } from '@/shared/journal';

export interface Cursor {
  scope: string;
  seq: number;
  epoch?: number;
}

export interface FeedRow {
  kind: string;
  id: string;
  seq: number;
  /** The server's hash of the body (int32); null for a deleted row, undefined from an older server. */
  hash?: number | null;
  deleted: boolean;
  body: unknown;
}

/** `sum` and `xor` are decimal strings, because they exceed 2^53. `hash`: xor of the rows' hashes. */
export interface Digest {
  count: number;
  sum: string;
  xor: string;
  hash?: number;
}

export type ScopePage =
  | { scope: string; denied: true }
  | { scope: string; denied?: false; epoch: number; rows: FeedRow[]; seq: number; more: boolean; digest?: Digest };

export type PushStatus = 'applied' | 'same' | 'merged' | 'rejected' | 'retry';

export interface PushAnswer {
  id: string;
  status: PushStatus;
  code?: string;
  message?: string;
  /** Revision of the stored document, which is the sent one if `doc` is absent. */
  rev?: number;
  doc?: JournalDoc;
}

/** The engine's view of the server: supabase-js in production (`transport.ts`), a model server in simulations. */
export interface Transport {
  /** @throws TransportError, whose `reason` tells whether a retry or a new sign-in may help */
  pull(cursors: Cursor[], limit: number): Promise<ScopePage[]>;
  push(docs: JournalDoc[]): Promise<PushAnswer[]>;
  /**
   * Listens for pokes of the scopes until the returned function is called. Pokes may be lost. `onJoined` is called
   * each time a scope's channel is joined or rejoined.
   */
  listen(
    scopes: string[],
    onPoke: (scope: string, spreadMs: number) => void,
    onJoined: (scope: string) => void,
  ): () => void;
}

/** The app is too old for the server, or (during a release) the server is too old for the app. The engine waits for an update of either. */
export type VersionReason = 'client_too_old' | 'server_too_old';

/** `storage`: an error of this device's own store. */
export type WaitReason = 'network' | 'server' | 'throttled' | 'unauthorised' | 'storage' | VersionReason;

/** A document of the outbox. `queued`: its place in the order of sending, a number that grows. The last three fields exist for a rejected one. */
export interface OutboxDoc<K extends Kind = Kind> extends JournalDoc<K> {
  state: 'pending' | 'rejected';
  queued: number;
  code?: string;
  message?: string;
  rejected_at?: number;
}

/**
 * `failed`: the engine could not start because this device's stores cannot be read or written; `syncNow` starts it
 * again.
 */
export type SyncPhase = 'stopped' | 'starting' | 'syncing' | 'idle' | 'waiting' | 'offline' | 'signed-out' | 'failed';

/** The engine's status. `pending` counts unsent documents, `rejected` counts documents that need the learner's decision. */
export interface SyncStatus {
  phase: SyncPhase;
  pending: number;
  rejected: number;
  /** Unix time (ms) of the last cycle that reached the head of every scope. */
  synced_at: number | null;
  /** Reason for the current retry delay. */
  reason?: WaitReason;
  /** Unix time (ms) of the next attempt. */
  retry_at?: number;
  /** True once a cycle of this account has reached the head of every scope on this device. */
  restored: boolean;
}

/** Returns the data of the new document, whose time is `at`. Returning `before.data` itself writes nothing. */
export type Change<K extends Kind> = (before: StoredJournalDoc<K> | undefined, at: number) => JournalData[K];

/** The open outbox, as screens use it. */
export interface OpenOutbox {
  readonly account: string;
  /** Writes a document durably. Concurrent writes of one document never overwrite each other, even from two tabs. */
  write<K extends Kind>(kind: K, key: string, change: Change<K>): Promise<StoredJournalDoc<K>>;
  /** Every document, in the order in which they are to be sent. */
  docs(): OutboxDoc[];
  count(state: OutboxDoc['state']): number;
  /** Calls the listener after each change in any tab; `left` if a document has left the outbox. @returns a function that unsubscribes */
  subscribe(listener: (change: { left: boolean }) => void): () => void;
}

/** Ids that the outbox and the mirror got when they were created; a store that the browser evicted comes back with another id. */
export interface StoreIds {
  outbox: string;
  mirror: string;
}
