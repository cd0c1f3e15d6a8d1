// Starts everything and stops it again: lock, secrets, backend, seed, the two ports, realtime. Used by main.ts and by the tests, in process.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { webApp } from './app';
import { openBilling, serviceClient } from './billing';
import { type Backend, openBackend } from './embedded/backend';
import { lockDataDir } from './embedded/data-lock';
import { gateOf } from './embedded/gate';
import { openRealtime, type Realtime } from './embedded/realtime';
import { seedOnce } from './embedded/seed';
import { keepTidy } from './embedded/upkeep';
import { MAILBOX_PATH, mailboxRoutes } from './routes/mailbox';
import { callOver } from './services/billing/store';
import { keepErasing } from './services/erasing';
import { loadSecrets } from './services/secrets';
import { type Settings, StartError } from './services/settings';

export interface RunningServer {
  url: string;
  paymentsUrl: string;
  /** The local mailbox; undefined where a proxy stands before the server. */
  mailboxUrl: string | undefined;
  backend: Backend;
  realtime: Realtime;
  close(): Promise<void>;
}

function listen(server: Server, port: number, variable: string): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${error.code ?? error.message})`;
      failed(new StartError(`Port ${port} ${why}. Choose another: ${variable}=<port> npm start`));
    });
    server.listen(port, () => done((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

/** @throws StartError with one line for the person who starts it; whatever was opened is closed again. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  // Undone in the opposite order, whether the start fails or the server stops.
  const undo: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  };
  try {
    undo.push(await lockDataDir(settings.dataDir));
    const secrets = loadSecrets(settings.dataDir);
    const backend = await openBackend(settings, secrets);
    undo.push(() => backend.close());
    if (settings.seed) await seedOnce(backend, settings.supabaseDir);
    if (!settings.databaseUrl) undo.push(keepTidy(backend.database));

    let paymentsPort = 0;
    const gate = gateOf(settings, backend);
    const app = webApp({ gate, paymentsUrl: (host) => settings.paymentsUrl ?? `http://${host}:${paymentsPort}` });
    const web = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
    undo.push(() => closeServer(web));
    const realtime = await openRealtime(web, backend, settings);
    undo.push(() => realtime.close());
    const port = await listen(web, settings.port, 'PORT');

    const service = serviceClient('http://localhost', secrets.secret_key, (request) => backend.fetch(request));
    undo.push(keepErasing(service));
    const billing = openBilling({
      call: callOver(service),
      stripe: settings.stripe,
      secret: secrets.payments_secret,
      limiter: gate.limiter,
      trustProxy: settings.trustProxy,
      identify: async (token) => (await backend.callerOf(token))?.uid ?? undefined,
      // The app has the same host name as the payments that it calls; others must be named.
      mayCall: (origin, host) => origin === `http://${host}:${port}` || settings.allowedOrigins.includes(origin),
      appOrigin: (host) => settings.allowedOrigins[0] ?? `http://${host}:${port}`,
      publicUrl: settings.paymentsUrl,
      askDatabase: async () => {
        await backend.database.run('select now()', []);
      },
    });
    const mailbox = mailboxRoutes(backend.mailbox, settings.trustProxy);
    // Beside the payments, not on the web port: another origin than the app's, and no service worker between.
    const isMailbox = (request: Request) => new URL(request.url).pathname === MAILBOX_PATH;
    const second = createAdaptorServer({
      fetch: (request, env) => (isMailbox(request) ? mailbox.fetch(request, env) : billing.app.fetch(request, env)),
      overrideGlobalObjects: false,
    }) as Server;
    undo.push(() => closeServer(second));
    paymentsPort = await listen(second, settings.paymentsPort, 'PAYMENTS_PORT');

    undo.push(billing.start());

    const own = `http://localhost:${paymentsPort}`;
    const mailboxUrl = settings.trustProxy ? undefined : own + MAILBOX_PATH;
    return { url: `http://localhost:${port}`, paymentsUrl: own, mailboxUrl, backend, realtime, close };
  } catch (error) {
    await close();
    throw error;
  }
}
