import { IDENTITY_KEY, SESSION_KEY } from './worker-names';

/**
 * Every name under which the app stores data on devices. New versions must read the data of earlier versions under the same names.
 * The tables inside the databases are listed in `persisted-stores.ts`, so that screens without a database do not load them.
 * Rule: change an entry only together with a migration of the stored data and a note in `tests/fixtures/versions/persisted-names.json`;
 * a test compares the list with the last note. Code around a name may be renamed at any time.
 */
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
