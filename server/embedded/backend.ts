// The embedded backend: database, auth, REST and storage of @supabase/lite in this process, on the data folder. Only server/embedded imports lite.
import './lite/environment';
import { App } from '@supabase/lite';
import { PASSWORD_LENGTH } from '../../src/shared/password-rules';
import { LOCAL_PUBLISHABLE_KEY } from '../../src/shared/product';
import { callerOf } from '../http/tokens';
import { Mailbox } from '../mailbox/mailbox';
import { smtpSender } from '../mailbox/smtp';
import { fileSecrets, loadSecrets } from '../ops/secrets';
import { type Settings, StartError } from '../ops/settings';
import { log } from '../telemetry/log';
import { prepareOpenLinks } from './auth/open-links';
import { type Backend, FILE_LIMIT_BYTES } from './contract/backend';
import type { Database } from './contract/database';
import { EndedSessions } from './contract/ended-sessions';
import { RequestCounts } from './contract/request-counts';
import { openDatabase } from './database/database';
import { migrate, pendingMigrations, prepareDatabase } from './database/migrate';
import { noticeRestore } from './database/restored';
import { databaseSecrets } from './database/stored-secrets';
import { filterLog } from './lite/log-filter';
import { assertPatchedVersions } from './lite/patched-versions';
import { serveFilesOf } from './lite/storage-adapter';
import { diskStorage } from './storage/disk-storage';

const ACCESS_TOKEN_SECONDS = 3600;

async function hasAccounts({ run }: Database): Promise<boolean> {
  const [table] = await run("select to_regclass('auth.users') is not null as exists", []);
  if (!table?.exists) return false;
  const [row] = await run('select exists (select from auth.users) as found', []);
  return row?.found === true;
}

export async function openBackend(settings: Settings): Promise<Backend> {
  assertPatchedVersions();
  const database = await openDatabase(settings);
  const restoreLog = filterLog();
  const close = async () => {
    await database.close();
    restoreLog();
  };
  try {
    // Rule: without an S3 store, files are in the data folder of one process, so no second process may serve their rows.
    if (!(await database.claim(settings.s3 !== undefined)))
      throw new StartError(
        'Another server is already running on the database of DATABASE_URL. Several servers need a shared S3 store: set STORAGE_S3_BUCKET for each.',
      );
    const startOver = settings.databaseUrl ? 'name an empty database in DATABASE_URL' : 'npm run db:reset';
    const { secretStore, secrets } = await database.exclusive(async () => {
      // Rule: reject a database of an unknown version before writing anything to it.
      await pendingMigrations(database, settings.supabaseDir, startOver);
      const store = settings.databaseUrl
        ? await databaseSecrets(database, settings.dataDir)
        : fileSecrets(settings.dataDir);
      return { secretStore: store, secrets: await loadSecrets(store, () => hasAccounts(database)) };
    });
    const storage = settings.s3
      ? await (await import('./storage/s3/s3-storage')).s3Storage(settings.s3)
      : diskStorage(settings.dataDir);
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
        email: { enable_signup: true, enable_confirmations: false },
      },
      api: { enabled: true, schemas: ['public'], max_rows: 1000 },
      storage: { enabled: true, file_size_limit: `${FILE_LIMIT_BYTES / 1024 / 1024}MiB` },
      studio: { enabled: false },
      db: { migrations: { enabled: false } },
      // Rule: keep `admin` false, so that a request without a key is an anonymous visitor, whatever its origin.
      options: { server: { admin: false, disableStudio: true } },
    });
    serveFilesOf(app, storage.objects);
    const mailbox = new Mailbox({ send: settings.smtp && smtpSender(settings.smtp) });
    const endedSessions = new EndedSessions(ACCESS_TOKEN_SECONDS);
    const migrated = await database.exclusive(async () => {
      await quietly(() => app.init());
      await app.ensureSystemSchema();
      await prepareDatabase(database);
      await prepareOpenLinks(database);
      await endedSessions.open(database);
      await RequestCounts.prepare(database);
      const applied = await migrate(database, settings.supabaseDir, startOver);
      if (await noticeRestore(database, settings))
        log.warn('The database was restored: all devices read their data again');
      return applied;
    });
    await database.connection.clearSchemaCache();
    await database.connection.introspect({ useCache: true });
    return {
      database,
      storage,
      mailbox,
      endedSessions,
      callerOf: async (token) => {
        const caller = await callerOf(token, secrets.jwt_secret);
        return caller && !endedSessions.has(caller) ? caller : undefined;
      },
      secrets,
      secretStore,
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

/** Hides lite's one-time warning that its storage is experimental: our own code stores the bytes, so the warning does not apply. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    await work();
  } finally {
    console.warn = warn;
  }
}
