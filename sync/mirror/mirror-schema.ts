/**
 * Tables of the mirror and the engine's own tables beside them.
 * Rule: `_scope` and `_seq` belong to the engine. While a scope is read again its old rows carry the scope followed by
 * `~` (`staleScopeOf`).
 */
import type { Dexie, Table } from 'dexie';
import { MIRROR_STORES, STALE_SCOPE_SUFFIX } from '@/config/persisted-stores';
import type { JournalDoc } from '@/domain/journal';
import type { MirrorKind, MirrorRows } from '@/domain/rows';
import type { RejectedDoc } from '../protocol/types';

/**
 * Primary key and secondary indexes of each kind.
 * Rule: none for `_scope`. It would slow every start and every page for a lookup that happens once in months (`ScopeRow.stores` narrows that down).
 */
export const mirrorStores: Readonly<Record<MirrorKind, string>> = MIRROR_STORES;

export const mirrorKinds = Object.keys(mirrorStores) as MirrorKind[]; // the keys of a record over MirrorKind

export interface Placed {
  _scope: string;
  _seq: number;
}

export type MirrorRow<K extends MirrorKind> = MirrorRows[K] & Placed;

/** The server's copy of a journal document. Deleted documents stay, because RxDB must receive the deletion. */
export interface FeedDoc extends Placed {
  id: string;
  deleted: boolean;
  body: JournalDoc | null;
}

/**
 * A row of a kind that this version does not know. Only its position is stored, because the server's digest counts it.
 */
export interface UnknownRow extends Placed {
  kind: string;
  id: string;
}

/** Cursor of a scope and the digest of its rows on this device. `sum` and `xor` are decimal strings. */
export interface ScopeRow {
  scope: string;
  /** Null until the first answer. */
  epoch: number | null;
  seq: number;
  count: number;
  sum: string;
  xor: string;
  /** Tables that hold, or once held, rows of this scope. */
  stores: string[];
  /** Rows of an earlier reading are stale; those that do not return are removed at the head. */
  aside: boolean;
  /** The head was reached since the reading started at 0. */
  whole: boolean;
  /** Consecutive readings after which the digest still differed, and the time of the last one (ms). */
  mended: number;
  mended_at: number;
  /** Time (ms) when the learner last opened the scope's subject (videos). */
  opened_at: number;
}

export interface MetaRow {
  key: string;
  value: unknown;
}

type MirrorTables = { [K in MirrorKind]: Table<MirrorRow<K>, string> };

export interface EngineTables {
  /** The server's copy of the account's journal, from which RxDB pulls. */
  feed: Table<FeedDoc, string>;
  unknown: Table<UnknownRow, [string, string]>;
  scopes: Table<ScopeRow, string>;
  rejected: Table<RejectedDoc, string>;
  meta: Table<MetaRow, string>;
}

export type MirrorDb = Dexie & MirrorTables & EngineTables;

export const staleScopeOf = (scope: string) => `${scope}${STALE_SCOPE_SUFFIX}`;
export const accountScope = (account: string) => `account:${account}`;
export const journalScope = (account: string) => `journal:${account}`;
export const videoScope = (videoId: string) => `video:${videoId}`;
