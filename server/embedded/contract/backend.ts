// The interface of the embedded backend, used inside server/embedded and by the rest of the server. `openBackend` in ../backend.ts creates one.
import type { Caller } from '../../http/tokens';
import type { Mailbox } from '../../mailbox/mailbox';
import type { SecretStore, Secrets } from '../../ops/secrets';
import type { Database } from './database';
import type { EndedSessions } from './ended-sessions';
import type { FileStorage } from './object-store';

/** Size limit of one stored file (bytes; specification 3: uploads up to 500 MB). */
export const FILE_LIMIT_BYTES = 500 * 1024 * 1024;

export interface Backend {
  database: Database;
  storage: FileStorage;
  mailbox: Mailbox;
  endedSessions: EndedSessions;
  /** The caller that an access token identifies; undefined if the token is forged or expired, or if its session has ended. */
  callerOf(token: string): Promise<Caller | undefined>;
  secrets: Secrets;
  /** The place of `secrets` and of the keys that are created later. */
  secretStore: SecretStore;
  publishableKey: string;
  /** Forwards a request to lite (/auth/v1, /rest/v1, /storage/v1) after the request policy has checked it. */
  fetch(request: Request): Promise<Response>;
  /** Names of the migrations applied at this start. */
  migrated: string[];
  close(): Promise<void>;
}
