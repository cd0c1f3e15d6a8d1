/**
 * The tables of the mirror's rows and the engine's own tables in the same database.
 * Rule: only the engine uses `_scope`, `_seq` and `_hash`. While a scope is read again, the `_scope` of its old rows ends with
 * `~` (`staleScopeOf`).
 */
import type { Dexie, Table } from 'dexie';
import { type JournalData, type JournalDoc, journalKinds, type Kind } from '@/shared/journal';
import { MIRROR_STORES, STALE_SCOPE_SUFFIX } from '@/shared/names';
import type { MirrorKind, MirrorRows } from '@/shared/rows';
import type { OutboxDoc } from '../protocol/types';

/**
 * Primary key and secondary indexes of each kind.
 * Rule: do not index `_scope`. An index would slow down every start and every pulled page, and only a rare lookup
 * would use it. That lookup reads only the tables in `ScopeRow.stores`.
 */
export const mirrorStores: Readonly<Record<MirrorKind, string>> = MIRROR_STORES;

export const mirrorKinds = Object.keys(mirrorStores) as MirrorKind[]; // the cast is safe because the record has exactly the kinds as keys

export interface Placed {
  _scope: string;
  _seq: number;
  /** The server's hash of the row when the last pull brought it. */
  _hash?: number;
}

export type MirrorRow<K extends MirrorKind> = MirrorRows[K] & Placed;

/** The learner's own tables, one per kind. Their names are the kinds. Only rows that this version cannot read are in the index. */
export const ownStores: Readonly<Record<string, string>> = Object.fromEntries(
  journalKinds.map((kind) => [kind, 'id,_strange']),
);

/**
 * The server's copy of a document of the learner. `_seq` is 0 for a row that only an answer to a push has brought: no pull has numbered it yet, and
 * the digest does not count it.
 */
export interface OwnRow<K extends Kind = Kind> extends JournalDoc<K>, Placed {
  /** 1 if this version cannot read the row. It is kept as it came, because the digest counts it; screens do not show it. */
  _strange?: 1;
  /** In a row from an answer: the data that the last pull brought, null if none did. Counts of other rows include exactly this. */
  _pulled?: JournalData[K] | null;
}

/**
 * A row of a kind that this version does not know. Stores only its key and `_seq`, because the server's digest counts it.
 */
export interface UnknownRow extends Placed {
  kind: string;
  id: string;
}

/** Cursor of a scope and the digest of its rows on this device. `sum` and `xor` are decimal strings. */
export interface ScopeRow {
  scope: string;
  /** The server's epoch of the scope; null until its first response. */
  epoch: number | null;
  seq: number;
  count: number;
  sum: string;
  xor: string;
  hash?: number;
  /** Tables that hold, or once held, rows of this scope. */
  stores: string[];
  /** True while the tables hold stale rows of an earlier read; those that are not received again are removed at the head. */
  aside: boolean;
  /** False from the start of a read from 0 until that read reaches the head, then true. */
  whole: boolean;
  /** Number of consecutive repairs (reads from 0 because of a digest mismatch). */
  mended: number;
  /** Time of the last repair (ms). */
  mended_at: number;
  /** Time (ms) when the learner last opened the scope's video; 0 for other scopes. */
  opened_at: number;
  /** True while the scope is read again because its epoch changed, for example after a restored backup. */
  renewed: boolean;
}

export interface MetaRow {
  key: string;
  value: unknown;
}

type MirrorTables = { [K in MirrorKind]: Table<MirrorRow<K>, string> } & { [K in Kind]: Table<OwnRow<K>, string> };

export interface EngineTables {
  unknown: Table<UnknownRow, [string, string]>;
  scopes: Table<ScopeRow, string>;
  meta: Table<MetaRow, string>;
  outbox: Table<OutboxDoc, string>;
}

export type MirrorDb = Dexie & MirrorTables & EngineTables;

export const staleScopeOf = (scope: string) => `${scope}${STALE_SCOPE_SUFFIX}`;
export const accountScope = (account: string) => `account:${account}`;
export const journalScope = (account: string) => `journal:${account}`;
export const videoScope = (videoId: string) => `video:${videoId}`;
