/** Business constants. Each names its unit and its source; those with a twin in SQL say so. */

/** Days for which a stored answer about the plan counts while the server cannot be asked (decision 14). */
export const OFFLINE_LEASE_DAYS = 30;
/** Bytes of one stored part of a download (architecture §4). */
export const DOWNLOAD_PART_BYTES = 4 * 1024 * 1024;
/** Bytes that downloads leave free for everything else that the product keeps. */
export const DOWNLOAD_SPARE_BYTES = 16 * 1024 * 1024;
/** Bytes of downloads above which the learner is warned (specification 2 §9): 500 MB. */
export const STORAGE_WARNING_BYTES = 524_288_000;
/** Share of a lesson that must have been watched before it counts as completed. The device decides: it alone knows how long its film is. */
export const COMPLETED_SHARE = 0.9;
/** Splash removal, ms, and its fade (specification 1 §9). */
export const SPLASH_MS = 1_000;
export const SPLASH_FADE_MS = 500;
/** Toast 'Press home button to exit the app', ms. */
export const BACK_TOAST_MS = 2_000;
/** The landing page shows its next partner (specification 1 §9). */
export const PARTNER_ADVANCE_MS = 3_000;
/** Shake of the login card, ms. */
export const LOGIN_SHAKE_MS = 600;
/** The badge of a saved profile, ms (specification 1 §9). */
export const PROFILE_SAVED_MS = 3_000;
/** Player: controls hide after, ms; skip label stays, ms. */
export const CONTROLS_HIDE_MS = 3_000;
export const SKIP_LABEL_MS = 1_000;
/** Seconds of a lesson that a free account may watch (specification 2 §9). */
export const FREE_PREVIEW_SECONDS = 20;
/** Messages in the dropdown of the bell. */
export const NOTIFICATIONS_PREVIEW = 8;
/** A success message of the client's own making goes by itself, ms (specification 2 §4). */
export const SUCCESS_TOAST_MS = 5_000;
/** Search: rest after the last key, ms; longest query, characters; fewest letters for a suggestion, and most suggestions (specification 2 §9). */
export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_QUERY_LENGTH = 100;
export const SUGGESTION_LETTERS = 2;
export const SUGGESTIONS = 5;
/** Width below which the layout is the phone's, px. */
export const MOBILE_BREAKPOINT_PX = 768;
/** After the network returns, the offline home goes to /check, ms. */
export const RECONNECT_REDIRECT_MS = 1_000;
/** Documents in one push. Twin: sync_push. */
export const PUSH_LIMIT = 100;
/** Bytes of one push body. Twin: sync_push. */
export const PUSH_BYTES = 1_000_000;
/** Rows per scope in one pull. Twin: sync_pull allows at most 1,000. */
export const PULL_LIMIT = 1_000;
/** How far a device's clock may be ahead before its times are clamped, ms. Twin: sync_push. */
export const CLOCK_AHEAD_MS = 5 * 60_000;
/** Longest comment and note, characters. Twin: video_comments, sync_push. */
export const COMMENT_LENGTH = 2_000;
export const NOTE_LENGTH = 5_000;
/** So many characters before the end a field starts to say how many are left. */
export const LENGTH_WARNING = 200;
/** The comments panel gives its field the focus after, ms (specification 2 §9). */
export const COMMENT_FOCUS_MS = 100;
/** What was deleted can be brought back for, ms. */
export const UNDO_MS = 8_000;
/** Comments that are drawn at first, and more each time the reader comes to the end. */
export const COMMENT_PAGE = 20;
/** A resource up to so many bytes stays readable without a network once it was fetched. */
export const KEPT_RESOURCE_BYTES = 25 * 1024 * 1024;
/** Versions of a note that are kept. Twin: sync.merge. */
export const NOTE_VERSIONS = 20;
/** Longest media, ms: 8 hours. Twin: sync.validate. */
export const MEDIA_MS = 28_800_000;
/** A gap in the watched stretches shorter than this, ms, is no gap (the player's own ticks leave such). Twin: sync.join_intervals. */
export const WATCH_GAP_MS = 1_000;
/** Questions of one attempt and options of one answer. Twins: sync.merge, sync.validate. */
export const ATTEMPT_QUESTIONS = 200;
export const ANSWER_OPTIONS = 50;
/** Longest time spent on one attempt, ms: 30 days. Twin: sync.validate. */
export const ATTEMPT_MS = 30 * 86_400_000;
/** Longest profile fields, characters. Twin: sync.validate. */
export const PROFILE_LENGTHS = { full_name: 120, bio: 2_000, job_title: 120, location: 120, website: 300 } as const;
/** Most pieces of one product in the cart. Twin: sync.validate. */
export const CART_QUANTITY = 999;
/** Fields of a form and the longest value, characters. Twin: sync.validate. */
export const FORM_FIELDS = 20;
export const FORM_VALUE_LENGTH = 2_000;
/** The dashboard's home: how many of each it shows (specification 2 §9). */
export const HOME_COUNTS = { events: 3, news: 3, courses: 3, achievements: 4 } as const;
/** Cells of a month in the calendar, and of the locked one of free accounts: weeks from Monday. */
export const CALENDAR_CELLS = 42;
export const LOCKED_CALENDAR_CELLS = 35;
/** Characters of an event's title in a cell of the calendar, before the ellipsis. */
export const CALENDAR_TITLE_LENGTH = 8;
/** Courses that a grid draws at first, and adds when its end comes near. */
export const COURSES_AT_ONCE = 24;
/** Monthly prices, whole euros (specification 1 §9). */
export const MONTHLY_EUR = { pro: 15, premium: 30 } as const;
/** What a year costs of twelve months, and the factor of the crossed price in leva. */
export const YEARLY_SHARE = 0.8;
export const LEVA_FACTOR = 1.95;
/** Trial of the first paid plan of an address, days (decision 17). */
export const TRIAL_DAYS = 7;
/** How long a payment can be taken back, hours (decision 18). */
export const REFUND_HOURS = 24;
