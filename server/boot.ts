// Starts and stops the whole server in process: lock, secrets, backend, seed, both ports, realtime. Used by main.ts and by the tests.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signersOf } from './certificates/keys';
import { type CertificateSigning, openSigner, SIGN_EVERY_MS, signCertificates } from './certificates/signing';
import { openBackend } from './embedded/backend';
import type { Backend } from './embedded/contract/backend';
import { requestPolicyOf } from './embedded/contract/request-policy';
import { logAdminAct } from './embedded/database/admin-acts';
import { type Control, lockDataDir } from './embedded/database/data-lock';
import { writeDump } from './embedded/database/dumps';
import { requestNames } from './embedded/database/request-names';
import { demoAccountsWithPublishedPassword, seedOnce } from './embedded/database/seed';
import { openRealtime, type Realtime } from './embedded/realtime/realtime';
import { isLoopback } from './http/caller-address';
import { httpServer } from './http/http-server';
import { callOver, consoleAccessOver, serviceClient } from './http/service-client';
import { embeddedJobs, fileJobs, mailJobs, storageJobs } from './jobs/jobs';
import { mailboxRoutes, newMailboxPath } from './mailbox/mailbox-page';
import { nameFullDisk } from './ops/full-disk';
import { machineProblems, serverStateModule } from './ops/server-state';
import { type Settings, StartError } from './ops/settings';
import { loadVapidKeys } from './push/keys';
import { openPush } from './push/push';
import type { PushService } from './push/push-service';
import { openService, type ServiceOptions } from './service-app';
import { setAccountKey } from './telemetry/log';
import { webApp } from './web/web-app';

export interface RunningServer {
  url: string;
  paymentsUrl: string;
  /** URL of the local mailbox; undefined with SMTP_URL, and where others may reach this server. */
  mailboxUrl: string | undefined;
  backend: Backend;
  realtime: Realtime;
  close(): Promise<void>;
}

function listen(server: Server, host: string, port: number, variable: string): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${error.code ?? error.message})`;
      failed(new StartError(`Port ${port} ${why}. Choose another: ${variable}=<port> npm start`));
    });
    server.listen(port, host, () => done((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

/** Rule: a server that other machines can reach refuses to start while an account has the published demo password. */
async function rejectPublishedPasswords(backend: Backend, { demoAccounts, reachable, dataDir }: Settings) {
  const published = demoAccounts ? [] : await demoAccountsWithPublishedPassword(backend);
  if (published.length > 0)
    throw new StartError(
      `The data in ${dataDir} contains accounts with the published demo password (${published.join(', ')}), and this start can be reached from elsewhere (${reachable}). ` +
        'Start on this machine alone and change their passwords, or begin with an empty data folder (npm run db:reset). SEED=demo starts nevertheless.',
    );
}

interface ServiceParts extends Pick<ServiceOptions, 'call' | 'push' | 'certificates' | 'limiter'> {
  settings: Settings;
  backend: Backend;
  client: ReturnType<typeof serviceClient>;
  /** The web port. */
  port: number;
  /** Path of the local mailbox; undefined without one. */
  mailboxPath: string | undefined;
}

/** Options of the service when it runs in one process with the web port. */
function serviceOptions({ settings, backend, client, port, mailboxPath, ...shared }: ServiceParts): ServiceOptions {
  const { call } = shared;
  const appOrigin = (host: string) => settings.allowedOrigins[0] ?? `http://${host}:${port}`;
  return {
    ...shared,
    stripe: settings.stripe,
    sandboxPayments: settings.sandboxPayments,
    secret: backend.secrets.payments_secret,
    trustProxy: settings.trustProxy,
    identify: async (token) => (await backend.callerOf(token))?.uid ?? undefined,
    consoleAccess: consoleAccessOver('http://localhost', backend.publishableKey, (request) => backend.fetch(request)),
    // The app's origin has the host name of this request; every other origin must be configured.
    mayCall: (origin, host) => origin === `http://${host}:${port}` || settings.allowedOrigins.includes(origin),
    appOrigin,
    publicUrl: settings.paymentsUrl,
    pingDatabase: async () => {
      await backend.database.run('select now()', []);
    },
    jobs: [
      ...fileJobs(call, client.storage),
      ...storageJobs(backend.storage),
      ...mailJobs(call, backend.mailbox, () => appOrigin('localhost')),
      ...(settings.databaseUrl ? [] : embeddedJobs(backend.database, settings.dataDir)),
    ],
    modules: [serverStateModule(call, settings.dataDir)],
    metricsToken: settings.telemetry.metricsToken,
    machineProblems: () => machineProblems(settings.dataDir),
    ...(mailboxPath ? { mailbox: mailboxRoutes(backend.mailbox, mailboxPath) } : {}),
  };
}

export interface StartOptions {
  /** Replaces the push service of web devices in tests. */
  pushService?: PushService;
}

/** @throws StartError with a one-line message for the person who starts the server, after closing everything that was opened. */
export async function startServer(settings: Settings, { pushService }: StartOptions = {}): Promise<RunningServer> {
  // Cleanup steps, run in reverse order when the start fails or the server stops.
  const undo: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  };
  try {
    const control: Control = {};
    undo.push(await lockDataDir(settings.dataDir, control));
    const backend = await nameFullDisk(settings.dataDir, () => openBackend(settings));
    undo.push(() => backend.close());
    const { secrets, secretStore } = backend;
    setAccountKey(secrets.secret_key);
    if (!settings.databaseUrl) control.dump = () => writeDump(backend.database, settings.dataDir);
    const { seed, supabaseDir, demoAccounts: withAccounts } = settings;
    const seedAll = () => backend.database.exclusive(() => seedOnce(backend, supabaseDir, { withAccounts }));
    if (seed) await nameFullDisk(settings.dataDir, seedAll);
    await rejectPublishedPasswords(backend, settings);

    let paymentsPort = 0;
    const policy = requestPolicyOf(settings, backend);
    const vapidKeys = await loadVapidKeys(settings.push.vapid, secretStore);
    const app = webApp({
      policy,
      names: await requestNames(backend.database),
      paymentsUrl: (host) => settings.paymentsUrl ?? `http://${host}:${paymentsPort}`,
    });
    // A proxy, perhaps on this machine, opens the connections of all clients.
    const isProxy = (address: string) => settings.trustProxy || isLoopback(address);
    const web = httpServer(app.fetch, { isProxy });
    undo.push(() => closeServer(web));
    const realtime = await openRealtime(web, policy, (origin, host) =>
      // A page has the origin of the host that it names; Host has its port. Programs send no Origin.
      [`http://${host}`, `https://${host}`, ...settings.allowedOrigins].includes(origin),
    );
    undo.push(() => realtime.close());
    const port = await listen(web, settings.host, settings.port, 'PORT');

    const client = serviceClient('http://localhost', secrets.secret_key, (request) => backend.fetch(request));
    const call = callOver(client);
    const push = openPush(call, {
      keys: vapidKeys,
      settings: settings.push,
      appOrigin: () => settings.allowedOrigins[0] ?? `http://localhost:${port}`,
      ...(pushService ? { web: pushService } : {}),
    });
    undo.push(() => push.close());
    await backend.database.listen('push', () => push.wake());
    const certificates: CertificateSigning = {
      signers: signersOf(settings.certificateKeys ?? secretStore),
      publicUrl: () => settings.paymentsUrl ?? `http://localhost:${paymentsPort}`,
      everyMs: SIGN_EVERY_MS.woken,
    };
    // With SMTP, no e-mail is kept.
    const mailboxPath = settings.localMailbox && !settings.smtp ? newMailboxPath() : undefined;
    const limiter = policy.limiter;
    const service = openService(
      serviceOptions({ settings, backend, limiter, port, client, call, push, certificates, mailboxPath }),
    );
    const second = httpServer(service.app.fetch, { isProxy });
    undo.push(() => closeServer(second));
    paymentsPort = await listen(second, settings.host, settings.paymentsPort, 'PAYMENTS_PORT');
    service.jobs.start();
    undo.push(() => service.jobs.stop());
    const signer = openSigner(() => signCertificates(call, certificates));
    undo.push(() => signer.close());
    await backend.database.listen('certificates', () => signer.wake());
    await backend.database.listen('admin_act', logAdminAct);

    const own = `http://localhost:${paymentsPort}`;
    const mailboxUrl = mailboxPath && own + mailboxPath;
    return { url: `http://localhost:${port}`, paymentsUrl: own, mailboxUrl, backend, realtime, close };
  } catch (error) {
    await close();
    throw error;
  }
}
