/**
 * Every pause before something is tried again, in one place, so that nothing retries in a tight loop.
 * Rule: a pause that many devices may start at the same moment (the server was away) is random or grows; a fixed one is only for this device's own parts.
 */

/** Requests to the server: the pause doubles from the first to the longest (ms), each time drawn at random below that bound (full jitter). */
export const FIRST_RETRY_PAUSE_MS = 1_000;
export const LONGEST_RETRY_PAUSE_MS = 5 * 60_000;

/** Time between two cycles that nothing asked for (ms), and the share by which it may be shorter or longer. */
export const POLL_MS = 60_000;
export const POLL_JITTER = 0.2;

/** A poke names the time over which devices spread their pulls; no more than this is accepted (ms). */
export const LONGEST_POKE_SPREAD_MS = 60_000;
/** Random delay (ms) before a device asks for what it missed after it joined a channel. */
export const JOINED_SPREAD_MS = 500;
/** The same after it joined again: the server was away for everybody. */
export const REJOINED_SPREAD_MS = 10_000;

/** A scope whose digest differs is read again at once, then after this pause (ms), which doubles this many times. */
export const REPAIR_PAUSE_MS = 60_000;
export const REPAIR_PAUSE_DOUBLINGS = 10;

/** RxDB's own retry (ms). Our handlers wait inside, so that it happens only after a storage error. */
export const RXDB_RETRY_MS = 1_000;
/** A database that did not open may be tried again after (ms). */
export const REOPEN_PAUSE_MS = 1_000;

/** Pauses (ms) before a download asks again after the network failed; when they are used up it stops with an error. */
export const DOWNLOAD_RETRY_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** Pause (ms) between two attempts at a private file that another tab or a page that just closed still has open. */
export const BUSY_FILE_PAUSE_MS = 100;
/** Attempts to open such a file, and to remove it. */
export const BUSY_FILE_OPENS = 50;
export const BUSY_FILE_REMOVALS = 30;
