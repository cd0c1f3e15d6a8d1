/**
 * Stored names that only lazily loaded parts of the app use. They are not in persisted-names.ts and worker-names.ts, because the start of the app
 * loads those two files. Rule: change an entry only as persisted-names.ts describes.
 */

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
  /** The durable store: this device signed out, and its push subscription could not be removed yet. */
  pushLeft: 'sloy.push-left',
  /** localStorage: the learner was asked about push messages after the third lesson. */
  pushAsked: 'sloy.push-asked',
} as const;
