// The web port: headers, CORS, /config.json, and the routes of the backend and the web app.
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { authRoutes } from '../embedded/auth/auth-routes';
import type { RequestPolicy } from '../embedded/contract/request-policy';
import { restRoutes } from '../embedded/rest/rest-routes';
import { storageRoutes } from '../embedded/storage/storage-routes';
import { noFraming } from '../http/no-framing';
import type { ServerEnv } from '../http/server-env';
import { transportRules } from '../http/transport-rules';
import { answerToCut } from '../telemetry/cut-request';
import { logFailure } from '../telemetry/log';
import { webOperation } from '../telemetry/operations';
import { REQUEST_ID, requestLog } from '../telemetry/request-log';
import { assetLinks } from './asset-links';
import { webRoutes } from './static-files';

export interface AppOptions {
  policy: RequestPolicy;
  /** Base URL of the service for a page on this host name. */
  paymentsUrl: (host: string) => string;
  /** Functions and tables of the database, by which the log names requests. */
  names: ReadonlySet<string>;
}

export function webApp({ policy, paymentsUrl, names }: AppOptions): Hono<ServerEnv> {
  const { settings, backend } = policy;
  const project = settings.supabaseUrl;
  const app = new Hono<ServerEnv>();

  app.use('*', requestLog<ServerEnv>({ operationOf: webOperation(names), accountOf: (c) => c.get('caller')?.uid }));
  app.use(
    '*',
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'strict-origin-when-cross-origin',
      strictTransportSecurity: false,
    }),
  );
  app.use('*', noFraming);
  app.use('*', transportRules(settings.trustProxy));
  // Answers of an account must not stay in a cache. Rule: files of the storage have their own headers, because they are cached.
  for (const path of ['/auth/v1/*', '/rest/v1/*'])
    app.use(path, async (c, next) => {
      await next();
      c.res.headers.set('Cache-Control', 'no-store');
    });
  app.use('/storage/v1/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use('*', async (c, next) => {
    await next();
    c.res.headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(self)');
  });
  // The web app has the same origin. Other origins must be in ALLOWED_ORIGINS, so remove the "*" that lite sends.
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*', '/config.json']) {
    app.use(path, async (c, next) => {
      await next();
      const origin = c.req.header('origin');
      if (!origin || !settings.allowedOrigins.includes(origin)) c.res.headers.delete('access-control-allow-origin');
    });
    app.use(
      path,
      cors({
        origin: (origin) => (settings.allowedOrigins.includes(origin) ? origin : null),
        allowHeaders: [
          'authorization',
          'apikey',
          'content-type',
          'prefer',
          'range',
          'if-range',
          'x-client-info',
          'x-upsert',
          'x-supabase-api-version',
          'tus-resumable',
          'upload-length',
          'upload-metadata',
          'upload-offset',
          REQUEST_ID,
        ],
        exposeHeaders: [
          'Content-Range',
          'Content-Length',
          'ETag',
          'Accept-Ranges',
          'Retry-After',
          'Location',
          'Tus-Resumable',
          'Upload-Offset',
          'Upload-Length',
          'Upload-Expires',
          REQUEST_ID,
        ],
        maxAge: 600,
      }),
    );
  }

  app.get('/config.json', (c) => {
    const url = new URL(c.req.url);
    c.header('Cache-Control', 'no-cache');
    const payments = paymentsUrl(url.hostname);
    // Rule: never send the mailbox's URL, which opens every account. The app only says that e-mails stay on this machine.
    const mailbox = settings.localMailbox && !settings.smtp ? { mailbox: true } : {};
    return c.json({ url: url.origin, key: backend.publishableKey, payments, ...mailbox });
  });
  app.route('/auth/v1', authRoutes(policy));
  app.route('/rest/v1', restRoutes(policy));
  app.route('/storage/v1', storageRoutes(policy));
  app.route('/', assetLinks(settings.androidApp));
  app.all('/realtime/v1/*', (c) => c.json({ message: 'Upgrade to WebSocket required' }, 426));
  app.route(
    '/',
    webRoutes({
      distDir: settings.distDir,
      trustProxy: settings.trustProxy,
      connectTo: (host) => [paymentsUrl(host), ...(project ? [project, project.replace(/^http/, 'ws')] : [])],
    }),
  );
  app.notFound((c) => c.json({ message: 'Not found' }, 404));
  app.onError((error, c) => {
    const cut = answerToCut(c.env?.incoming);
    if (cut) return cut;
    logFailure('request failed', error);
    return c.json({ message: 'Internal server error' }, 500);
  });
  return app;
}
