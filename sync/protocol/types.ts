/**
 * Shapes of the wire and of the engine's interfaces. Values from outside are parsed where they arrive (`wire.ts`),
 * never cast.
 */
import type { Observable } from 'rxjs';
import type { JournalData, JournalDoc, Kind, StoredJournalDoc } from '@/domain/journal';

export interface Cursor {
  scope: string;
  seq: number;
  epoch?: number;
}

export interface FeedRow {
  kind: string;
  id: string;
  seq: number;
  deleted: boolean;
  body: unknown;
}

/** `sum` and `xor` are decimal strings, because they exceed 2^53. */
export interface Digest {
  count: number;
  sum: string;
  xor: string;
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
  doc?: JournalDoc;
}

/** The engine's view of the server: supabase-js in production (`transport.ts`), a model server in simulations. */
export interface Transport {
  /** @throws TransportError when a retry or a new sign-in may help */
  pull(cursors: Cursor[], limit: number): Promise<ScopePage[]>;
  push(docs: JournalDoc[]): Promise<PushAnswer[]>;
  /**
   * Listens to the pokes of the scopes until the returned function is called. Pokes may be lost. `onJoined` is called
   * when a scope's channel was joined, for the first time or again.
   */
  listen(
    scopes: string[],
    onPoke: (scope: string, spreadMs: number) => void,
    onJoined: (scope: string) => void,
  ): () => void;
}

/** The app is too old for the server, or the server (during a release) for the app. Each waits for the other's update. */
export type VersionReason = 'client_too_old' | 'server_too_old';

/** `storage`: an error of this device's own store. */
export type WaitReason = 'network' | 'server' | 'throttled' | 'unauthorised' | 'storage' | VersionReason;

/** A document that the server rejected, kept until the learner retries, exports or dismisses it. */
export interface RejectedDoc {
  id: string;
  kind: Kind;
  code: string;
  message: string;
  rejected_at: number;
  doc: StoredJournalDoc;
}

/**
 * `failed`: the engine could not start because this device's stores cannot be read or written; `syncNow` starts it
 * again.
 */
export type SyncPhase = 'stopped' | 'starting' | 'syncing' | 'idle' | 'waiting' | 'offline' | 'signed-out' | 'failed';

/** State for the status chip: `pending` documents are unsent, `rejected` documents need a decision of the learner. */
export interface SyncStatus {
  phase: SyncPhase;
  pending: number;
  rejected: number;
  /** Time (ms since the epoch) of the last cycle that reached the head of every scope. */
  synced_at: number | null;
  /** Reason of the current pause and the time of the next attempt (ms since the epoch). */
  reason?: WaitReason;
  retry_at?: number;
  /** False until this device has received the first complete answer for the account. */
  restored: boolean;
}

/** `at` is the time of the new document. Returning `before.data` itself writes nothing. */
export type Change<K extends Kind> = (before: StoredJournalDoc<K> | undefined, at: number) => JournalData[K];

/** The learner's writes, of this device and of the others. */
export interface Journal {
  readonly account: string;
  /** Durable when the promise resolves. Two writes of one document never overwrite each other, also from two tabs. */
  write<K extends Kind>(kind: K, key: string, change: Change<K>): Promise<StoredJournalDoc<K>>;
  get<K extends Kind>(kind: K, key: string): Promise<StoredJournalDoc<K> | undefined>;
  docs$<K extends Kind>(kind: K): Observable<StoredJournalDoc<K>[]>;
  doc$<K extends Kind>(kind: K, key: string): Observable<StoredJournalDoc<K> | undefined>;
  /** Documents that the server has not confirmed yet. */
  readonly pending$: Observable<StoredJournalDoc[]>;
}
