// The embedded backend: database, auth, REST and storage of @supabase/lite in this process, on data of ours. Nothing outside this folder knows of lite.
import './environment';
import { join } from 'node:path';
import { App } from '@supabase/lite';
import { LOCAL_PUBLISHABLE_KEY } from '../../src/config/env';
import type { Secrets } from '../services/secrets';
import type { Settings } from '../services/settings';
import { type Caller, callerOf } from '../services/tokens';
import { calmConsole } from './calm-console';
import { type Database, openDatabase } from './database';
import { EndedSessions } from './ended-sessions';
import { Files } from './files';
import { Mailbox } from './mailbox';
import { migrate, prepareDatabase } from './migrate';
import { storageAdapterOf } from './storage-adapter';

/** Bytes of the largest file (specification 3: uploads up to 500 MB). */
export const FILE_LIMIT_BYTES = 500 * 1024 * 1024;
/** Twin: the five rules of registration; the rest of them are advice to the learner. */
const PASSWORD_LENGTH = 8;
const ACCESS_TOKEN_SECONDS = 3600;
/** Twins: supabase/templates say half an hour, supabase/config.toml sets it. */
const LINK_SECONDS = 1800;
/** The key of a link is made from the address and this many digits, so that it cannot be guessed; nobody types them. */
const LINK_DIGITS = 24;

export interface Backend {
  database: Database;
  files: Files;
  mailbox: Mailbox;
  endedSessions: EndedSessions;
  /** Who a token speaks for; undefined when it is not genuine, has expired, or its session was ended. */
  callerOf(token: string): Promise<Caller | undefined>;
  secrets: Secrets;
  publishableKey: string;
  /** Answers /auth/v1, /rest/v1 and /storage/v1; the caller has checked limits and addresses. */
  fetch(request: Request): Promise<Response>;
  /** Names of the migrations applied at this start. */
  migrated: string[];
  close(): Promise<void>;
}

export async function openBackend(settings: Settings, secrets: Secrets): Promise<Backend> {
  const database = await openDatabase(settings);
  const loud = calmConsole();
  const close = async () => {
    await database.close();
    loud();
  };
  try {
    const files = new Files(join(settings.dataDir, 'files'), FILE_LIMIT_BYTES);
    const app = new App({
      connection: database.connection,
      auth: {
        enabled: true,
        jwt_secret: secrets.jwt_secret,
        jwt_expiry: ACCESS_TOKEN_SECONDS,
        publishable_key: LOCAL_PUBLISHABLE_KEY,
        secret_key: secrets.secret_key,
        minimum_password_length: PASSWORD_LENGTH,
        enable_signup: true,
        email: { enable_signup: true, enable_confirmations: false, otp_length: LINK_DIGITS, otp_expiry: LINK_SECONDS },
      },
      api: { enabled: true, schemas: ['public'], max_rows: 1000 },
      storage: { enabled: true, file_size_limit: `${FILE_LIMIT_BYTES / 1024 / 1024}MiB` },
      studio: { enabled: false },
      db: { migrations: { enabled: false } },
      // Rule: a request without a key is a visitor, from wherever it comes.
      options: { server: { admin: false, disableStudio: true } },
    });
    app._storageAdapter = storageAdapterOf(files);
    const mailbox = new Mailbox();
    const endedSessions = new EndedSessions(ACCESS_TOKEN_SECONDS);
    app._mailer = mailbox.mailer;
    await quietly(() => app.init());
    await app.ensureSystemSchema();
    await prepareDatabase(database);
    const anew = settings.databaseUrl ? 'name an empty database in DATABASE_URL' : 'npm run db:reset';
    const migrated = await migrate(database, join(settings.supabaseDir, 'migrations'), anew);
    await database.connection.clearSchemaCache();
    await database.connection.introspect({ useCache: true });
    return {
      database,
      files,
      mailbox,
      endedSessions,
      callerOf: async (token) => {
        const caller = await callerOf(token, secrets.jwt_secret);
        return caller && !endedSessions.has(caller) ? caller : undefined;
      },
      secrets,
      publishableKey: LOCAL_PUBLISHABLE_KEY,
      fetch: (request) => app.fetch(request),
      migrated,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** lite warns once that its storage is experimental: ours keeps the bytes, and nobody who starts the product can act on it. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    await work();
  } finally {
    console.warn = warn;
  }
}
