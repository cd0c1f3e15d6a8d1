/**
 * Stored names that the service worker shares with lazily loaded parts of the app. They are not in persisted-names.ts, because the start of the app
 * loads that file. Rule: change an entry only as persisted-names.ts describes.
 */

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

/** Cache Storage: the code of the 3D viewer. */
export const VIEWER_CACHE = 'sloy-models';

/** localStorage: set if downloads wait for Wi-Fi on this device. */
export const WIFI_ONLY_KEY = 'sloy.wifi-only';
