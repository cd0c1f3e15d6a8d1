/** Every name under which the device keeps something outside the mirror's and the journal's own tables. */
export const STORAGE_KEYS = {
  /** localStorage, for the first paint, and the durable store, which is right: who is signed in and what the server last said of the plan (`LocalIdentity`). */
  identity: 'sloy.identity',
  /** The durable store: the tokens of the session, as supabase-js writes them. */
  authSession: 'sloy.auth',
  /** sessionStorage: somebody signed out in this tab; until the durable store has heard of it. */
  left: 'sloy.left',
  /** localStorage: 'light' | 'dark'; absent = follow the system. */
  theme: 'sloy.theme',
  /** localStorage: what the home showed last, for index.html to show again before any code has run (`KeptHome`). */
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
  /** localStorage: the session of which the server knows what device it is. */
  notedSession: 'sloy.noted-session',
  /** localStorage: how many writes wait to be sent, told when the browser has thrown them away. */
  waiting: 'sloy.waiting',
  /** localStorage: player settings that are remembered. */
  player: 'sloy.player',
  /** The durable store: a visitor's forms still wait on this device to be sent. */
  visitorForms: 'sloy.visitor-forms',
  /** localStorage: a signed-out visitor's cart (name given by the specification). */
  cart: 'cart',
  /** localStorage: names and prices of what was put into a cart here, for reading it without a network. */
  cartProducts: 'sloy.cart-products',
} as const;

export const mirrorName = (account: string) => `sloy-mirror-${account}`;
export const journalName = (account: string) => `sloy-journal-${account}`;
export const downloadsName = (account: string) => `sloy-downloads-${account}`;

/** The window's event by which a push message that arrives while the product is open is shown: `detail` = {title, body, type, link}. */
export const PUSH_BANNER_EVENT = 'showPushBanner';

/** The account name under which a visitor's forms are kept. */
export const VISITOR = 'visitor';
