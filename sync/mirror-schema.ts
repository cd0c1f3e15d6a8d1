/**
 * The tables of the mirror and of the engine's own bookkeeping beside them.
 * Rule: `_scope` and `_seq` are the engine's; a row that is set aside for a sweep carries its scope followed by `~` (`asideOf`).
 */
import type { Dexie, Table } from 'dexie';
import type { JournalDoc } from '@/domain/journal';
import type { MirrorKind, MirrorRows } from '@/domain/rows';
import type { RejectedDoc } from './types';

/**
 * Secondary indexes of each kind, beside the primary key `id`.
 * Rule: none for `_scope`. It would slow every start and every page for what is done once in months (`ScopeRow.stores` narrows that down).
 */
export const mirrorIndexes: Readonly<Record<MirrorKind, string>> = {
  courses: '',
  videos: 'course_id',
  lessons: 'course_id',
  tests: 'course_id,video_id',
  news: 'slug',
  news_bodies: '',
  events: '',
  certificates: '',
  achievements: '',
  notifications: 'created_at',
  subscriptions: '',
  profiles: '',
  streaks: '',
  achievement_progress: '',
  certificate_progress: '',
  results: 'test_id',
  comments: '[video_id+created_at]',
  video_stats: '',
};

export const mirrorKinds = Object.keys(mirrorIndexes) as MirrorKind[]; // the keys of a record over MirrorKind

export interface Placed {
  _scope: string;
  _seq: number;
}

export type MirrorRow<K extends MirrorKind> = MirrorRows[K] & Placed;

/** What the server said of a document of the journal. Deletions stay, because RxDB has to hear of them. */
export interface FeedDoc extends Placed {
  id: string;
  deleted: boolean;
  body: JournalDoc | null;
}

/** A row of a kind that this version does not know: only its place, since the server's digest counts it. */
export interface UnknownRow extends Placed {
  kind: string;
  id: string;
}

/** How far a scope has been read, and the digest of the rows that are held. `sum` and `xor` are decimal strings. */
export interface ScopeRow {
  scope: string;
  /** Null until the first answer. */
  epoch: number | null;
  seq: number;
  count: number;
  sum: string;
  xor: string;
  /** Tables that hold, or held, rows of it. */
  stores: string[];
  /** Rows of an earlier reading are set aside; those not met again are removed at the head. */
  aside: boolean;
  /** The head has been reached since the reading began at 0. */
  whole: boolean;
  /** How often in a row the digest differed, and when the scope was last read again for it, ms. */
  mended: number;
  mended_at: number;
  /** When the learner last opened what the scope is about (videos), ms. */
  opened_at: number;
}

export interface MetaRow {
  key: string;
  value: unknown;
}

type MirrorTables = { [K in MirrorKind]: Table<MirrorRow<K>, string> };

export interface EngineTables {
  /** What the server says of the account's journal; RxDB is fed from here. */
  feed: Table<FeedDoc, string>;
  unknown: Table<UnknownRow, [string, string]>;
  scopes: Table<ScopeRow, string>;
  rejected: Table<RejectedDoc, string>;
  meta: Table<MetaRow, string>;
}

export type MirrorDb = Dexie & MirrorTables & EngineTables;

export const asideOf = (scope: string) => `${scope}~`;
export const accountScope = (account: string) => `account:${account}`;
export const journalScope = (account: string) => `journal:${account}`;
export const videoScope = (videoId: string) => `video:${videoId}`;
