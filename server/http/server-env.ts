/** The Hono environment of the web port: Node's request and response, and the caller that the credential check found. */
import type { HttpBindings } from '@hono/node-server';
import type { Caller } from './tokens';

export interface ServerEnv {
  Bindings: HttpBindings;
  /** Set by `checkCredentials` for /auth/v1, /rest/v1 and /storage/v1. */
  Variables: { caller: Caller };
}
