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
  unknown: '[kind+id]',
  scopes: 'scope',
  meta: 'key',
  /** The copy of the outbox, for the first paint and the service worker, which read it without RxDB. */
  outbox: 'id,kind,queued',
} as const;

/** Fields that the sync engine writes into its own stores. Mirror rows use the server's column names. */
export const ENGINE_FIELDS = {
  /** Added to every row of the mirror. */
  mirrorRow: ['_scope', '_seq'],
  /** Added to a row of the learner's own tables: one that this version cannot read, and one that an answer has brought before a pull. */
  ownRow: ['_strange', '_pulled'],
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
    'renewed',
  ],
  meta: ['key', 'value'],
} as const;

/** Keys of the mirror's store `meta`. */
export const META_KEYS = {
  syncedAt: 'synced_at',
} as const;

/** Suffix that marks the `_scope` of a row as stale: the row comes from an earlier pull of the scope, not from the current one. */
export const STALE_SCOPE_SUFFIX = '~';

/** Version of the mirror's tables. The learner's own tables raise it too: one table per kind, see `sync/mirror/mirror.ts`. */
export const MIRROR_VERSION = 1;

/**
 * The outbox (RxDB): its collection and the schema's fields.
 * Rule: raise `MIRROR_VERSION` together with `schemaVersion`. An older app then refuses the newer mirror, and so the newer outbox.
 */
export const OUTBOX = {
  collection: 'docs',
  schemaVersion: 0,
  fields: ['id', 'kind', 'at', 'active_on', 'rev', 'data', 'state', 'queued', 'code', 'message', 'rejected_at'],
} as const;

/** The specification (2 §3) prescribes `videos` and `videoBlobs`; the other two stores are additions. */
export const DOWNLOAD_STORES = {
  videos: 'id, courseId',
  videoBlobs: 'videoId',
  videoParts: '[videoId+index]',
  state: 'key',
} as const;

export const UPLOAD_STORES = { uploads: 'id, createdAt' } as const;
