/**
 * Version of the wire protocol: the shapes of `sync_pull`, `sync_push` and the journal documents. Each call sends it as `p_version`.
 * Rule: raise WIRE_VERSION when a shape changes (a test hashes the schemas) and deploy the server before the app. Raise LOWEST_WIRE_VERSION only
 * when the server can no longer serve an older app. Twin of both: sync.check_wire_version.
 * Guarantees: an app below the lowest version gets `client_too_old`, an app above the server's version `server_too_old`. In both cases
 * documents stay pending until the app or the server is updated.
 *
 * 1: commit d2a7e62, which sends no version.
 * 2: the app sends its version; documents from the server may have unknown fields.
 * 3: a comment may have a position and a parent; a form may be a report.
 * 4: a profile contains the push settings, the daily reminder and the quiet hours.
 * 5: an attempt may contain the version of its quiz.
 * 6: a form may be a contact request with the log of the sync engine.
 * 7: a finished attempt contains the time when the server scored it.
 */
export const WIRE_VERSION = 7;
export const LOWEST_WIRE_VERSION = 1;
