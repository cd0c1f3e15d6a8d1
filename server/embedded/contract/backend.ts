// The embedded backend as its own folders and the rest of the server use it. `openBackend` in ../backend.ts makes one.
import type { Caller } from '../../http/tokens';
import type { Mailbox } from '../../mailbox/mailbox';
import type { Secrets } from '../../ops/secrets';
import type { EndedSessions } from '../auth/ended-sessions';
import type { Database } from '../database/database';
import type { Files } from '../storage/files';

/** Size limit of one stored file (bytes; specification 3: uploads up to 500 MB). */
export const FILE_LIMIT_BYTES = 500 * 1024 * 1024;

export interface Backend {
  database: Database;
  files: Files;
  mailbox: Mailbox;
  endedSessions: EndedSessions;
  /** The caller that an access token identifies; undefined if the token is not genuine, has expired, or its session was ended. */
  callerOf(token: string): Promise<Caller | undefined>;
  secrets: Secrets;
  publishableKey: string;
  /** Sends a request to lite: /auth/v1, /rest/v1 and /storage/v1. The request policy has checked it before. */
  fetch(request: Request): Promise<Response>;
  /** Names of the migrations applied at this start. */
  migrated: string[];
  close(): Promise<void>;
}
