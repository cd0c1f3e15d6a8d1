/** The shapes that cross the wire and the engine's borders; parsed where they arrive (`wire.ts`), never cast. */
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

/** `sum` and `xor` are decimal strings: they pass 2^53. */
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

/** What the engine needs of the world; production uses supabase-js (`transport.ts`), simulations a model server. */
export interface Transport {
  /** @throws TransportError for what is worth waiting for or signing in again. */
  pull(cursors: Cursor[], limit: number): Promise<ScopePage[]>;
  push(docs: JournalDoc[]): Promise<PushAnswer[]>;
  /**
   * Follows the scopes' pokes until the returned function is called. Pokes may be lost. `onJoined`: from now on a scope is heard, for the first
   * time or again.
   */
  listen(
    scopes: string[],
    onPoke: (scope: string, spreadMs: number) => void,
    onJoined: (scope: string) => void,
  ): () => void;
}

/** `storage`: this device's own store, which the server is not asked about. */
export type WaitReason = 'network' | 'server' | 'throttled' | 'unauthorised' | 'storage';

/** A document the server refused, kept until the learner retries, exports or dismisses it. */
export interface RejectedDoc {
  id: string;
  kind: Kind;
  code: string;
  message: string;
  rejected_at: number;
  doc: StoredJournalDoc;
}

/** `failed`: the engine could not start, because this device's own stores cannot be read or written; it starts again when somebody asks. */
export type SyncPhase = 'stopped' | 'starting' | 'syncing' | 'idle' | 'waiting' | 'offline' | 'signed-out' | 'failed';

/** What the status chip tells: `pending` documents wait, `rejected` need the learner. */
export interface SyncStatus {
  phase: SyncPhase;
  pending: number;
  rejected: number;
  /** ms since the epoch of the last cycle that reached the head of every scope. */
  synced_at: number | null;
  /** Why the engine waits, when it does, and when it tries again (ms since the epoch). */
  reason?: WaitReason;
  retry_at?: number;
  /** False until this device has the first whole answer for the account. */
  restored: boolean;
}

/** `at` is the time that the document will carry. Returning `before.data` itself writes nothing. */
export type Change<K extends Kind> = (before: StoredJournalDoc<K> | undefined, at: number) => JournalData[K];

/** What the learner did, on this device and on the others. */
export interface Journal {
  readonly account: string;
  /** Durable when it resolves. Two writes of one document never overwrite each other, also from two tabs. */
  write<K extends Kind>(kind: K, key: string, change: Change<K>): Promise<StoredJournalDoc<K>>;
  get<K extends Kind>(kind: K, key: string): Promise<StoredJournalDoc<K> | undefined>;
  docs$<K extends Kind>(kind: K): Observable<StoredJournalDoc<K>[]>;
  doc$<K extends Kind>(kind: K, key: string): Observable<StoredJournalDoc<K> | undefined>;
  /** What the server has not confirmed yet. */
  readonly pending$: Observable<StoredJournalDoc[]>;
}
