/**
 * Version of the wire protocol: the shapes of `sync_pull`, `sync_push` and the journal documents. Each call sends it as `p_version`.
 * Rule: raise WIRE_VERSION when a shape changes (a test hashes the schemas) and deploy the server before the app. Raise LOWEST_WIRE_VERSION only
 * when the server can no longer serve an older app. Twin of both: sync.check_wire_version.
 * Guarantees: an app below the lowest version gets `client_too_old`, an app above the server's version `server_too_old`. In both cases
 * documents stay pending until the app or the server is updated.
 */
export const WIRE_VERSION = 1;
export const LOWEST_WIRE_VERSION = 1;
