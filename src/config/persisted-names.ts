/**
 * Every name at rest: what earlier versions of the app have stored on devices under these names is read under the same names.
 * Rule: an entry changes only together with a migration of what is stored and a note in `tests/fixtures/versions/persisted-names.json`;
 * a test compares the list with the last note. Code around a name may be renamed at any time.
 */
export const STORAGE_KEYS = {
  /** localStorage (read before the first paint) and the durable store (the authority): who is signed in and the server's last answer about the plan (`LocalIdentity`). */
  identity: 'sloy.identity',
  /** The durable store: the tokens of the session, as supabase-js writes them. */
  authSession: 'sloy.auth',
  /** sessionStorage: somebody signed out in this tab and the durable store does not have it yet. */
  left: 'sloy.left',
  /** localStorage: 'light' | 'dark'; absent = follow the system. */
  theme: 'sloy.theme',
  /** localStorage: the home screen's last content, which index.html draws before any script has run. */
  keptHome: 'sloy.kept-home',
  /** sessionStorage: the plan chosen before signing in. */
  pendingPlan: 'sloy.pending-plan',
  /** localStorage: the install prompt was dismissed, and when (ms). */
  installDismissed: 'sloy.install-dismissed',
  installDismissedAt: 'sloy.install-dismissed-at',
  /** localStorage: the question on screen of open attempts, by attempt id. */
  testPlaces: 'sloy.test-places',
  /** localStorage: whether the course page shows its panel, and which tab of it. */
  coursePanel: 'sloy.course-panel',
  /** localStorage: the session whose device name the server already has. */
  notedSession: 'sloy.noted-session',
  /** localStorage: number of unsent writes, shown when the browser has evicted them. */
  waiting: 'sloy.waiting',
  /** localStorage: comments and notes that are not sent yet, by account, field and lesson. */
  drafts: 'sloy.drafts',
  /** localStorage: player settings that are remembered. */
  player: 'sloy.player',
  /** The durable store: a visitor's forms still wait on this device to be sent. */
  visitorForms: 'sloy.visitor-forms',
  /** localStorage: a signed-out visitor's cart (name given by the specification). */
  cart: 'cart',
  /** localStorage: names and prices of products in the cart, so that it can be read offline. */
  cartProducts: 'sloy.cart-products',
  /** localStorage: the public keys of the academy, for verifying certificates without a network. */
  certificateKeys: 'sloy.certificate-keys',
} as const;

/** IndexedDB databases. Each account has a mirror, a journal and downloads of its own; the durable store belongs to the browser profile. */
export const DATABASE_PREFIXES = {
  mirror: 'sloy-mirror-',
  journal: 'sloy-journal-',
  downloads: 'sloy-downloads-',
  /** RxDB puts this before the journal's name. */
  rxdbDexie: 'rxdb-dexie-',
} as const;

export const DURABLE_STORE = { database: 'sloy-keys', store: 'keys', version: 1 } as const;

export const mirrorName = (account: string) => `${DATABASE_PREFIXES.mirror}${account}`;
export const journalName = (account: string) => `${DATABASE_PREFIXES.journal}${account}`;
export const downloadsName = (account: string) => `${DATABASE_PREFIXES.downloads}${account}`;

/** Stores of the mirror with their indexes in Dexie's notation, the primary key first; `id` is the key of the server's rows. */
export const MIRROR_STORES = {
  courses: 'id',
  videos: 'id,course_id',
  lessons: 'id,course_id',
  tests: 'id,course_id,video_id',
  news: 'id,slug',
  news_bodies: 'id',
  events: 'id',
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

/** The engine's own stores in the mirror's database. */
export const ENGINE_STORES = {
  feed: 'id,[_scope+_seq]',
  unknown: '[kind+id]',
  scopes: 'scope',
  rejected: 'id',
  meta: 'key',
} as const;

/** Fields that the engine writes into its own stores; the rows of the mirror have the server's column names. */
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

/** Suffix of `_scope` while a row belongs to an earlier reading of its scope. */
export const STALE_SCOPE_SUFFIX = '~';

/** RxDB: the collection, the replication whose checkpoints are stored, the schema's fields and indexes. */
export const JOURNAL = {
  collection: 'docs',
  replicationIdentifier: 'server',
  schemaVersion: 0,
  fields: ['id', 'kind', 'at', 'active_on', 'rev', 'pending', 'data'],
  indexes: ['kind', 'pending'],
} as const;

/** `videos` and `videoBlobs` are version 1 of the specification (2 §3). */
export const DOWNLOAD_STORES = {
  videos: 'id, courseId',
  videoBlobs: 'videoId',
  videoParts: '[videoId+index]',
  state: 'key',
} as const;

/** Cache Storage. The precache has Workbox's own name. */
export const CACHES = {
  images: 'sloy-images',
  fonts: 'sloy-fonts',
  pdf: 'sloy-papers',
  resources: 'sloy-resources',
  earlierCode: 'sloy-earlier',
} as const;

/** Tabs of one account: the broadcast channel and the lock of the tab that runs the engine. */
export const syncChannelName = (account: string) => `sloy-sync-${account}`;
export const syncLockName = (account: string) => `sloy-sync-${account}`;
export const downloadsLockName = (database: string) => `${database}-engine`;

/** Messages between the tabs of one account. */
export const TAB_MESSAGES = { status: 'status', hello: 'hello', wake: 'wake' } as const;

/** Messages between pages and the service worker. A page of one version talks to a worker of another. */
export const WORKER_MESSAGES = {
  skipWaiting: 'SKIP_WAITING',
  repairShell: 'MEND_SHELL',
  syncNow: 'SYNC_NOW',
  push: 'PUSH_MESSAGE',
} as const;

/** Tag under which a page registers a background sync while writes wait to be sent. */
export const SYNC_TAG = 'sloy-sync';

/** The window's event by which a push message that arrives while the product is open is shown: `detail` = {title, body, type, link}. */
export const PUSH_BANNER_EVENT = 'showPushBanner';

/** The account name under which a visitor's forms are kept. */
export const VISITOR = 'visitor';
