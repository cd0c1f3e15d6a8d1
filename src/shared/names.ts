/**
 * Every name under which the app stores data on devices, and of messages between versions of it. New versions must read the data of earlier
 * versions under the same names. This file imports nothing, because pages, the service worker and the sync engine load it.
 * Rule: change an entry only together with a migration of the stored data and a note in `tests/fixtures/versions/persisted-names.json`;
 * a test compares the list with the last note. Code around a name may be renamed at any time.
 */

// Shared with the service worker.

/** Key of the signed-in account; also in STORAGE_KEYS. */
export const IDENTITY_KEY = 'sloy.identity';
/** Key of the tokens of the session; also in STORAGE_KEYS. */
export const SESSION_KEY = 'sloy.auth';

export const PUSH_KEYS = {
  /** The durable store: `{name, url, key}`: the name under which this browser profile receives push messages, and its backend. */
  pushDevice: 'sloy.push-device',
  /** The durable store: pressed notifications that no page has marked as read yet, `[{account, id}]`; `account` is an account mark. */
  pushReads: 'sloy.push-reads',
  /** The durable store: the last active day of an account, `<account mark> <day>`, so that the worker can replace the daily reminder. */
  activeDay: 'sloy.active-day',
} as const;

/**
 * A message of the worker after a notification was pressed: `{path, message}` and a port, on which the page replies with one of PAGE_ANSWERS.
 * The page and the worker may run different versions.
 */
export const OPEN_PATH = 'OPEN_PATH';

/** A message of the worker: it has restored `{count}` files of the app that the browser had evicted. */
export const SHELL_REPAIRED = 'SHELL_REPAIRED';

/** A page's replies to OPEN_PATH. `opened`: the page opened the path. `busy`: it did not, because the learner is in a lesson or a quiz. */
export const PAGE_ANSWERS = { opened: 'opened', busy: 'busy' } as const;

/** Tag under which a page registers the daily check, where the browser grants it. */
export const DAILY_TAG = 'sloy-daily';

/** Cache Storage: the file that another app handed over, until /model has opened it. */
export const SHARED_MODEL_CACHE = 'sloy-shared';

/** Cache Storage: the last rendered screen of each dashboard URL, of the signed-in account. */
export const LAST_SCREEN_CACHE = 'sloy-last-screen';
/** Header of a stored screen: end of the time in which the guard admits the account without the server (Unix time in ms). */
export const SCREEN_UNTIL = 'x-until';

/** Cache Storage: the code of the 3D viewer. */
export const VIEWER_CACHE = 'sloy-models';

/** localStorage: set if downloads wait for Wi-Fi on this device. */
export const WIFI_ONLY_KEY = 'sloy.wifi-only';

// Keys, databases, caches, locks and messages.

export const STORAGE_KEYS = {
  /**
   * The signed-in account and the server's last answer about its plan (`LocalIdentity`). Stored in localStorage, for the first paint, and in the
   * durable store, which is the authority.
   */
  identity: IDENTITY_KEY,
  /** The durable store: the tokens of the session, as supabase-js writes them. */
  authSession: SESSION_KEY,
  /** sessionStorage: a sign-out in this tab that the durable store does not contain yet. */
  left: 'sloy.left',
  /** localStorage: 'light' | 'dark'; absent = follow the system. */
  theme: 'sloy.theme',
  /** sessionStorage: the place in the page (px) and the page's URL when this tab left it. */
  scrollPlace: 'sloy.scroll-place',
  /** sessionStorage: the plan chosen before signing in. */
  pendingPlan: 'sloy.pending-plan',
  /** localStorage: whether the install card was dismissed. */
  installDismissed: 'sloy.install-dismissed',
  /** localStorage: Unix time (ms) at which the install card was dismissed. */
  installDismissedAt: 'sloy.install-dismissed-at',
  /** localStorage: the current question of each open attempt, by attempt id. */
  testPlaces: 'sloy.test-places',
  /** localStorage: whether the course page shows its panel, and which tab of the panel is open. */
  coursePanel: 'sloy.course-panel',
  /** localStorage: the session whose device name the server has already received. */
  notedSession: 'sloy.noted-session',
  /** localStorage: number of unsent writes. If the browser evicts the writes, a notice shows this number. */
  waiting: 'sloy.waiting',
  /** localStorage: a record of the account's stored data, by store, so that an eviction can be reported and the data restored. */
  stored: 'sloy.stored',
  /** localStorage: the learner's limit for downloads (bytes). */
  downloadLimit: 'sloy.download-limit',
  /** localStorage: unsent text of comments and notes, by account, field and lesson. */
  drafts: 'sloy.drafts',
  /** localStorage: player settings. */
  player: 'sloy.player',
  /** The durable store: set while visitors' forms on this device wait to be sent. */
  visitorForms: 'sloy.visitor-forms',
  /** localStorage: the cart of a signed-out visitor (the specification gives the name). */
  cart: 'cart',
  /** localStorage: names and prices of products in the cart, so that it can be read offline. */
  cartProducts: 'sloy.cart-products',
  /** localStorage and the durable store: the academy's public keys, for verifying certificates offline. */
  certificateKeys: 'sloy.certificate-keys',
  /** localStorage: `…:menu` stores whether the console's side menu is folded; `…:<account>:<form>` stores the unsaved input of a form. */
  console: 'sloy.console',
  /** sessionStorage: the console's preview in this tab (`LocalIdentity` of an account that exists on this device only, with its course). */
  preview: 'sloy.preview',
  /** localStorage: accounts of previews whose stores may still be on the device. */
  previews: 'sloy.previews',
  /** localStorage: courses that an account without rights created on this device, until they are published. */
  localCourses: 'sloy.local-courses',
  /** localStorage: the course templates of the server's last response, for courses that an account without rights creates. */
  localTemplates: 'sloy.local-templates',
} as const;

/** IndexedDB databases. Each account has its own mirror, outbox and downloads; the durable store belongs to the browser profile. */
export const DATABASE_PREFIXES = {
  mirror: 'sloy-mirror-',
  outbox: 'sloy-outbox-',
  downloads: 'sloy-downloads-',
  uploads: 'sloy-uploads-',
} as const;

export const DURABLE_STORE = { database: 'sloy-keys', store: 'keys', version: 1 } as const;

export const mirrorName = (account: string) => `${DATABASE_PREFIXES.mirror}${account}`;
export const outboxName = (account: string) => `${DATABASE_PREFIXES.outbox}${account}`;
export const downloadsName = (account: string) => `${DATABASE_PREFIXES.downloads}${account}`;
/** Name of the upload queue's database, and of the folder in the origin's private file system that holds copies of the files. */
export const uploadsName = (account: string) => `${DATABASE_PREFIXES.uploads}${account}`;

/** Cache Storage. Workbox names the precache itself. */
export const CACHES = {
  images: 'sloy-images',
  /** Pictures of quiz questions, so that a quiz on this device shows them without a network. */
  quizPictures: 'sloy-quiz-pictures',
  fonts: 'sloy-fonts',
  pdf: 'sloy-papers',
  resources: 'sloy-resources',
  earlierCode: 'sloy-earlier',
  admin: 'sloy-admin',
} as const;

/** The broadcast channel of an account's tabs. */
export const syncChannelName = (account: string) => `sloy-sync-${account}`;
/** The lock of the tab that runs the sync engine. */
export const syncLockName = (account: string) => `sloy-sync-${account}`;
/** The lock of the tab that exchanges the refresh token. */
export const REFRESH_LOCK = 'sloy-refresh';
/** The lock under which a sign-in stores its account, and under which the stores of a signed-out account are removed. */
export const ACCOUNT_LOCK = 'sloy-account';
export const downloadsLockName = (database: string) => `${database}-engine`;
/** The lock of the tab that checks the stored downloads. */
export const checkLockName = (database: string) => `${database}-check`;

/** The lock of the tab that sends an account's uploads. */
export const uploadsLockName = (account: string) => `sloy-uploads-${account}`;
/** The lock of the page that prepares one upload. */
export const uploadLockName = (id: string) => `sloy-upload-${id}`;

/** Messages between the tabs of one account. */
export const TAB_MESSAGES = { status: 'status', hello: 'hello', wake: 'wake' } as const;

/** Messages between pages and the service worker, which may run different versions. */
export const WORKER_MESSAGES = {
  skipWaiting: 'SKIP_WAITING',
  repairShell: 'MEND_SHELL',
  syncNow: 'SYNC_NOW',
  push: 'PUSH_MESSAGE',
} as const;

/** Tag under which a page registers a background sync while there are unsent writes. */
export const SYNC_TAG = 'sloy-sync';

/** Window event that shows a push message inside the open app: `detail` = {title, body, type, link}. */
export const PUSH_BANNER_EVENT = 'showPushBanner';

/** Account name under which visitors' forms are stored. */
export const VISITOR = 'visitor';

// Single features.

/** sessionStorage: the page that the learner wanted to open and that requires the new plan; offered after the payment. */
export const WANTED_PAGE_KEY = 'sloy.wanted-page';

/** sessionStorage: an error of this session was reported. */
export const ERROR_REPORTED_KEY = 'sloy.error-reported';

/** Web Lock of the tab that announces awards; the worker does not use it. */
export const AWARDS_LOCK = 'sloy-awards';

/** Keys of push messages that only pages use. */
export const PUSH_PAGE_KEYS = {
  /** localStorage: push messages were switched off on this device. */
  pushOff: 'sloy.push-off',
  /** Durable store: set after a sign-out until the server has deleted this device's push subscription. */
  pushLeft: 'sloy.push-left',
  /** localStorage: the learner was asked about push messages after the third lesson. */
  pushAsked: 'sloy.push-asked',
} as const;

// Tables, indexes and fields of the databases.

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
  mirrorRow: ['_scope', '_seq', '_hash'],
  /** Added to a row of the learner's own tables: one that this version cannot read, and one that an answer has brought before a pull. */
  ownRow: ['_strange', '_pulled'],
  unknown: ['kind', 'id', '_scope', '_seq', '_hash'],
  scopes: [
    'scope',
    'epoch',
    'seq',
    'count',
    'sum',
    'xor',
    'hash',
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
  /** Followed by a quiz's id: a copy of a quiz that the learner has begun. */
  begunQuiz: 'begun_quiz/',
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
