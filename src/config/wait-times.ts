/**
 * Every pause before a retry, in one place, so that nothing retries in a tight loop. (Only `lib/lazy-with-retry.ts` defines its
 * pause itself, because the start chunk must not contain this file.)
 * Rule: a pause that many devices may start at the same moment (server outage) must be random or grow; fixed pauses are only for local resources.
 */

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

/** Age (ms) of an open outbox at which RxDB begins to delete the marks of removed documents, and the time between two such cleanups. */
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

/** Pauses (ms) before a download retries after a network failure. If the retry after the last pause fails, the download stops with an error. */
export const DOWNLOAD_RETRY_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** Delay (ms) between the start of the app and the check of the stored downloads. */
export const CHECK_DELAY_MS = 10_000;
/** Pauses (ms) before an upload continues after an interruption; the last pause repeats until somebody stops the upload. */
export const UPLOAD_RETRY_PAUSES_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 30_000];
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
/** Maximum number of attempts to remove a private file that is still held. */
export const BUSY_FILE_REMOVALS = 30;
