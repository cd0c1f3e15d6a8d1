/** Business constants and waiting times. Each names its unit and its source, and its twin in SQL if there is one. */

/** Bytes of one stored chunk of a download (architecture §4). */
export const DOWNLOAD_CHUNK_BYTES = 4 * 1024 * 1024;
/** Bytes per request of an upload; a hosted Supabase project accepts exactly this size. */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024;
/** Free space (bytes) that downloads leave for everything else on this device. */
export const DOWNLOAD_SPARE_BYTES = 50 * 1024 * 1024;
/** Bytes of downloads above which the learner gets a warning (specification 2 §9): 500 MB. */
export const STORAGE_WARNING_BYTES = 524_288_000;
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
/** Lifetime (s) of a bot check's challenge; the server issues it, the page measures it with its own monotonic clock. */
export const BOT_CHECK_SECONDS = 600;
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
/** Duration of a message that the learner must not miss, and closes by its button (ms). */
export const NOTICE_TOAST_MS = 600_000;
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

// Every pause before a retry, so that nothing retries in a tight loop.
// Rule: a pause that many devices may start at the same moment (server outage) must be random or grow; fixed pauses are only for local resources.

/** Upper bound (ms) of the random pause before the first retry of a server request; it doubles before each further retry (full jitter). */
export const FIRST_RETRY_PAUSE_MS = 1_000;
/** Largest value (ms) of this upper bound. */
export const LONGEST_RETRY_PAUSE_MS = 5 * 60_000;

/** Time between two idle sync cycles (ms). */
export const POLL_MS = 60_000;
/** Share of POLL_MS by which the time varies at random. */
export const POLL_JITTER = 0.2;

/** Longest time (ms) over which devices spread their pulls after a poke, even if the poke asks for more. */
export const LONGEST_POKE_SPREAD_MS = 60_000;
/** Random delay (ms) before a device that joined a channel pulls what it missed. */
export const JOINED_SPREAD_MS = 500;
/** The same delay (ms) after a device rejoined a channel: longer, because the server was probably unreachable for every device. */
export const REJOINED_SPREAD_MS = 10_000;

/** A scope with a wrong digest is pulled again at once, then after this pause (ms), which doubles up to REPAIR_PAUSE_DOUBLINGS times. */
export const REPAIR_PAUSE_MS = 60_000;
export const REPAIR_PAUSE_DOUBLINGS = 10;

/** RxDB's cleanup deletes the tombstones of removed documents: first this long (ms) after the outbox opens, then at this interval (ms). */
export const CLEANUP_AGE_MS = 60_000;
export const CLEANUP_EVERY_MS = 5 * 60_000;
/** Pause (ms) before a database that failed to open is opened again. */
export const REOPEN_PAUSE_MS = 1_000;

/** Time (ms) that the stores have to open when the engine starts. This limit doubles after each start that times out. */
export const FIRST_START_LIMIT_MS = 20_000;
/** The longest such limit (ms). */
export const LONGEST_START_LIMIT_MS = 5 * 60_000;
/** Time (ms) that the engine has to finish its work on the stores when it stops. */
export const STOP_LIMIT_MS = 5_000;
/** Time limit (ms) for removing the stores of an account that has signed out; a sign-in waits for it. The next start repeats the removal. */
export const EMPTY_LIMIT_MS = 10_000;

/** Longest pause (ms) that a `Retry-After` header may cause: a timer above 24.8 days fires at once. */
export const LONGEST_DOWNLOAD_PAUSE_MS = 3_600_000;
/** Pauses (ms) before a download retries after a network failure. If the retry after the last pause fails, the download stops with an error. */
export const DOWNLOAD_RETRY_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** Delay (ms) between the start of the app and the check of the stored downloads. */
export const CHECK_DELAY_MS = 10_000;
/** Pauses (ms) before an upload continues after an interruption; the last pause repeats until somebody stops the upload. */
export const UPLOAD_RETRY_PAUSES_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Pause (ms) before a page requests code again that did not load. */
export const CODE_AGAIN_MS = 5_000;
/** Pause (ms) between two attempts of the worker to fetch code. */
export const CODE_RETRY_PAUSE_MS = 2_000;
/** Maximum number of retries: four minutes in total, because browsers stop a worker that has not answered for five minutes. */
export const CODE_RETRIES = 120;

/** Pauses (ms) before the URL of a video is signed again while the server does not answer; the last one repeats until the network returns. */
export const SIGNING_RETRY_PAUSES_MS: readonly number[] = [500, 2_000, 5_000, 10_000, 15_000];
/**
 * Pauses (ms) before a fresh URL is requested for a file that does not play although the server answers. If the URL after the last pause fails too,
 * the file counts as broken.
 */
export const FRESH_URL_PAUSES_MS: readonly number[] = [0, 500, 2_000];

/**
 * Upper bound (ms) of the random pause before the second try of a push message. It is four times as long before each further try.
 * Twin: push_report, which limits the number of tries and the age of a message.
 */
export const FIRST_PUSH_PAUSE_MS = 30_000;
/** Largest value (ms) of this upper bound. */
export const LONGEST_PUSH_PAUSE_MS = 6 * 3_600_000;

/** Pause (ms) between attempts to remove a private file that another tab, or a page that just closed, still holds. */
export const BUSY_FILE_PAUSE_MS = 100;
/** Maximum number of attempts to remove a private file that is still in use. */
export const BUSY_FILE_REMOVALS = 30;

// Forms of visitors.

/** A launch sign-up that is repeated within this time (ms) gets the response of the first one (specification 3 §9). */
export const LAUNCH_REPEAT_MS = 86_400_000;
/** Duration of the toasts after a launch sign-up (ms). */
export const LAUNCH_TOAST_MS = { success: 3_000, error: 5_000 } as const;
/** How long the demo form shows 'Submitting...' (ms; specification 1 §9). */
export const DEMO_SUBMIT_MS = 1_500;
