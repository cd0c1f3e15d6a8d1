/**
 * Version of the wire protocol: the shapes of `sync_pull`, `sync_push` and the journal documents. Sent as `p_version` with each call.
 * Rule: raise WIRE_VERSION when a shape changes (a test hashes the schemas) and deploy the server before the app. Raise LOWEST_WIRE_VERSION only
 * when the server can no longer serve an older app. Twin of both: sync.check_wire_version.
 * Guarantees: an app below the lowest version gets `client_too_old`, an app above the server's version `server_too_old`. Both are reasons to wait:
 * documents stay pending until a new app or server is there.
 *
 * 1: d2a7e62, which sends no number.
 * 2: the number itself; documents from the server may carry unknown fields.
 * 3: a comment may have a position and a parent; a form may be a report.
 * 4: a profile says what is pushed, whether a daily reminder is wanted, and the quiet hours.
 * 5: an attempt may name the version of its quiz.
 * 6: a form may be a contact request with the log of the sync engine.
 * 7: a finished attempt carries the time when the server scored it.
 */
export const WIRE_VERSION = 7;
export const LOWEST_WIRE_VERSION = 1;
