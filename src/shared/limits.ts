/**
 * Limits that the page, the worker, the server and SQL share. `npm run db:baseline` writes them into supabase/schemas/constants.sql: each becomes
 * the function `sync.<name>()`, with this comment as its own. Each names its unit and its source.
 */

/** Validity (days) of the stored plan while the server is unreachable (decision 14). */
export const OFFLINE_LEASE_DAYS = 30;
/** Days in which a scheduled deletion of an account can be cancelled. */
export const ACCOUNT_GRACE_DAYS = 30;
/** Largest video (bytes). */
export const VIDEO_LIMIT_BYTES = 500 * 1024 * 1024;
/** Largest picture (bytes). */
export const IMAGE_LIMIT_BYTES = 10 * 1024 * 1024;
/** Largest course file (bytes). */
export const RESOURCE_LIMIT_BYTES = 100 * 1024 * 1024;
/** Documents in one push. */
export const PUSH_LIMIT = 100;
/** Bytes of one push body. */
export const PUSH_BYTES = 1_000_000;
/** Rows per scope in one pull. */
export const PULL_LIMIT = 1_000;
/** Bytes after which one pull ends and the device asks for more. */
export const PULL_BYTES = 2_000_000;
/** Maximum number of documents in the journal of one account. */
export const JOURNAL_DOCS = 50_000;
/** Maximum size of the journal of one account (bytes). */
export const JOURNAL_BYTES = 100_000_000;
/** How far (ms) a device's time may be ahead of the server's. A time that is further ahead is clamped. */
export const CLOCK_AHEAD_MS = 5 * 60_000;
/** Longest comment (characters). */
export const COMMENT_LENGTH = 2_000;
/** Longest note (characters). */
export const NOTE_LENGTH = 5_000;
/** Number of a note's versions that are kept. */
export const NOTE_VERSIONS = 20;
/** Longest media (ms): 8 hours. */
export const MEDIA_MS = 28_800_000;
/** Gaps between watched intervals that are shorter than this (ms) are closed: the player's ticks cause them. */
export const WATCH_GAP_MS = 1_000;
/** A lesson counts as completed once this share of it is watched. The device decides; the server counts what is credible. */
export const COMPLETED_SHARE = 0.9;
/** Longest text of the chapters of a lesson (characters). */
export const CHAPTERS_LENGTH = 20_000;
/** Pause between two attempts of a graded quiz that count (ms). */
export const RETAKE_PAUSE_MS = 10 * 60_000;
/** Maximum number of attempts of a graded quiz that count in 24 hours. */
export const GRADED_ATTEMPTS_PER_DAY = 5;
/** Maximum number of questions per quiz and per attempt. */
export const ATTEMPT_QUESTIONS = 200;
/** Longest text of a question (characters). */
export const QUESTION_LENGTH = 5_000;
/** Highest version number of a published quiz. */
export const QUIZ_VERSIONS = 1_000_000;
/** Maximum number of options per question and per answer. */
export const ANSWER_OPTIONS = 50;
/** Longest time spent on one attempt (ms): 30 days. */
export const ATTEMPT_MS = 30 * 86_400_000;
/** Longest profile fields (characters). */
export const PROFILE_LENGTHS = { full_name: 120, bio: 2_000, job_title: 120, location: 120, website: 300 } as const;
/** Longest preferences of a profile (characters): 'off', 'on' and 'HH:MM-HH:MM'. */
export const PREFERENCE_LENGTHS = {
  notify_info: 3,
  notify_success: 3,
  notify_warning: 3,
  push_billing: 3,
  push_event: 3,
  push_lesson: 3,
  push_achievement: 3,
  push_comment: 3,
  push_admin: 3,
  daily_reminder: 2,
  quiet_hours: 11,
} as const;
/** Largest quantity of one product in the cart. */
export const CART_QUANTITY = 999;
/** Maximum number of fields in a form. */
export const FORM_FIELDS = 20;
/** Longest value of a form's field (characters). */
export const FORM_VALUE_LENGTH = 2_000;
/** Longest log of the sync engine in a contact request (characters). */
export const FORM_LOG_LENGTH = 20_000;
/** Longest e-mail address (characters). */
export const EMAIL_LENGTH = 320;
/** Longest answer to a contact request (characters). */
export const CONTACT_ANSWER_LENGTH = 4_000;
/** Longest details of a company on an invoice (characters). */
export const COMPANY_LENGTHS = { name: 200, company_id: 13, vat_number: 20, address: 400 } as const;
/** Longest message of an error of the app (characters). */
export const ERROR_MESSAGE_LENGTH = 300;
/** Longest stack of an error of the app (characters). */
export const ERROR_STACK_LENGTH = 6_000;
/** Monthly prices (whole euros; specification 1 §9). */
export const MONTHLY_EUR = { pro: 15, premium: 30 } as const;
/** Price of a year as a share of twelve monthly prices. */
export const YEARLY_SHARE = 0.8;
