// The tables, indexes and fields inside the app's databases: the second half of the list in `persisted-names.ts`, whose rule also applies here.

/** Stores of the mirror with their indexes in Dexie's notation, primary key first; `id` is the server's key. */
export const MIRROR_STORES = {
  courses: 'id',
  videos: 'id,course_id',
  lessons: 'id,course_id',
  tests: 'id,course_id,video_id',
  news: 'id,slug',
  news_bodies: 'id',
  events: 'id',
  event_links: 'id',
  certificates: 'id',
  achievements: 'id',
  notifications: 'id,created_at',
  subscriptions: 'id',
  profiles: 'id',
  streaks: 'id',
  achievement_progress: 'id',
  certificate_progress: 'id',
  results: 'id,test_id',
  comments: 'id,[video_id+created_at]',
  video_stats: 'id',
} as const;

/** Stores of the sync engine in the mirror's database. */
export const ENGINE_STORES = {
  feed: 'id,[_scope+_seq]',
  unknown: '[kind+id]',
  scopes: 'scope',
  rejected: 'id',
  meta: 'key',
} as const;

/** Fields that the sync engine writes into its own stores. Mirror rows use the server's column names. */
export const ENGINE_FIELDS = {
  /** Added to every row of the mirror. */
  mirrorRow: ['_scope', '_seq'],
  feed: ['id', 'deleted', 'body', '_scope', '_seq'],
  unknown: ['kind', 'id', '_scope', '_seq'],
  scopes: [
    'scope',
    'epoch',
    'seq',
    'count',
    'sum',
    'xor',
    'stores',
    'aside',
    'whole',
    'mended',
    'mended_at',
    'opened_at',
  ],
  rejected: ['id', 'kind', 'code', 'message', 'rejected_at', 'doc'],
  meta: ['key', 'value'],
  /** Value of the meta row `journal_checked`. */
  journalChecked: ['epoch', 'seq', 'reading', 'whole', 'strange'],
} as const;

/** Keys of the mirror's store `meta`. */
export const META_KEYS = {
  syncedAt: 'synced_at',
  journalReadings: 'journal_readings',
  journalChecked: 'journal_checked',
} as const;

/** Suffix that marks the `_scope` of a row as stale: the row comes from an earlier pull of the scope, not from the current one. */
export const STALE_SCOPE_SUFFIX = '~';

/** RxDB: the collection, the replication identifier of the stored checkpoints, the schema's fields and indexes. */
export const JOURNAL = {
  collection: 'docs',
  replicationIdentifier: 'server',
  schemaVersion: 0,
  fields: ['id', 'kind', 'at', 'active_on', 'rev', 'pending', 'data'],
  indexes: ['kind', 'pending'],
} as const;

/** The specification (2 §3) prescribes `videos` and `videoBlobs`; the other two stores are additions. */
export const DOWNLOAD_STORES = {
  videos: 'id, courseId',
  videoBlobs: 'videoId',
  videoParts: '[videoId+index]',
  state: 'key',
} as const;

export const UPLOAD_STORES = { uploads: 'id, createdAt' } as const;
