/** Business constants of the app. Each names its unit and its source. Those that SQL knows too are in src/shared/limits.ts. */

/** Bytes of one stored chunk of a download (architecture §4). */
export const DOWNLOAD_CHUNK_BYTES = 4 * 1024 * 1024;
/** Bytes per request of an upload; a hosted Supabase project accepts exactly this size. */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024;
/** Free space (bytes) that downloads leave for everything else on this device. */
export const DOWNLOAD_SPARE_BYTES = 50 * 1024 * 1024;
/** Bytes of downloads above which the learner gets a warning (specification 2 §9): 500 MB. */
export const STORAGE_WARNING_BYTES = 524_288_000;
/**
 * A lesson counts as completed once this share of it is watched. The device decides, because only the device knows the
 * length of its video.
 */
export const COMPLETED_SHARE = 0.9;
/** Age (days) from which the console warns about the last backup. */
export const BACKUP_MAX_AGE_DAYS = 7;
/** The console warns when less than this share of the server's disk is free. */
export const DISK_SPARE_SHARE = 0.1;
/** The console also warns when fewer than these bytes of the server's disk are free. */
export const DISK_SPARE_BYTES = 2 * 1024 ** 3;
/** Time from the start until the splash screen is removed (ms; specification 1 §9). */
export const SPLASH_MS = 1_000;
/** Duration of the splash screen's fade-out, the last part of SPLASH_MS (ms; specification 1 §9). */
export const SPLASH_FADE_MS = 500;
/** Duration of the toast 'Press home button to exit the app' (ms). */
export const BACK_TOAST_MS = 2_000;
/** Interval of the partner carousel on the landing page (ms; specification 1 §9). */
export const PARTNER_ADVANCE_MS = 3_000;
/** Duration (ms) of the toast after an e-mail confirmation that removed the password or ended other sessions: its two sentences take time to read. */
export const PROOF_TOAST_MS = 20_000;
/** Duration of the login card's shake (ms). */
export const LOGIN_SHAKE_MS = 600;
/** Duration of the badge after a saved profile (ms; specification 1 §9). */
export const PROFILE_SAVED_MS = 3_000;
/** Delay before the player's controls hide (ms). */
export const CONTROLS_HIDE_MS = 3_000;
/** Duration of the player's skip label (ms). */
export const SKIP_LABEL_MS = 1_000;
/** Seconds of a lesson that a free account may watch (specification 2 §9). */
export const FREE_PREVIEW_SECONDS = 20;
/** Messages in the notification dropdown. */
export const NOTIFICATIONS_PREVIEW = 8;
/** Duration of a success message of the app (ms; specification 2 §4). */
export const SUCCESS_TOAST_MS = 5_000;
/** Pause after the last key before the search runs (ms; specification 2 §9). */
export const SEARCH_DEBOUNCE_MS = 300;
/** Longest search query (characters; specification 2 §9). */
export const SEARCH_QUERY_LENGTH = 100;
/** Shortest search query for which suggestions show (characters; specification 2 §9). */
export const SUGGESTION_LETTERS = 2;
/** Number of search suggestions (specification 2 §9). */
export const SUGGESTIONS = 5;
/** Maximum number of courses and lessons among the search results. */
export const SEARCH_RESULTS = 50;
/** Maximum number of search results of each other kind. */
export const FURTHER_RESULTS = 5;
/** Length of the text below a search result (characters). */
export const SNIPPET_LETTERS = 120;
/** Width below which the phone layout is used (px). */
export const MOBILE_BREAKPOINT_PX = 768;
/** Delay before the offline home opens /check after the network returned (ms). */
export const RECONNECT_REDIRECT_MS = 1_000;
/** A field shows its counter when at most this many characters remain. */
export const LENGTH_WARNING = 200;
/** Delay before the comments panel focuses its field (ms; specification 2 §9). */
export const COMMENT_FOCUS_MS = 100;
/** Time in which a deletion can be undone (ms). */
export const UNDO_MS = 8_000;
/** Number of comments that the device reads when a lesson opens. */
export const FIRST_COMMENTS = 40;
/** Largest resource that stays readable offline after it was opened (bytes). */
export const KEPT_RESOURCE_BYTES = 25 * 1024 * 1024;
/** Number of items that the dashboard's home shows of each section (specification 2 §9). */
export const HOME_COUNTS = { events: 3, news: 3, courses: 3, achievements: 4 } as const;
/** Number of day cells in the month calendar: six weeks from Monday. */
export const CALENDAR_CELLS = 42;
/** Number of day cells in the locked calendar that free accounts see: five weeks from Monday. */
export const LOCKED_CALENDAR_CELLS = 35;
/** Characters of an event's title in a calendar cell, before the ellipsis. */
export const CALENDAR_TITLE_LENGTH = 8;
/** Number of courses that a grid renders at first, and adds each time the learner comes near the end of the grid. */
export const COURSES_AT_ONCE = 24;
/** Leva per euro, for the places that show an amount in leva too. */
export const LEVA_FACTOR = 1.95;
/** Length of the trial (days), which each account and confirmed e-mail address gets once, with its first paid plan (decision 17). */
export const TRIAL_DAYS = 7;
/** A payment can be refunded for this many hours (decision 18). */
export const REFUND_HOURS = 24;
