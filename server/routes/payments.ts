// The second port: payments, billing and the pages of the built-in provider. Its address is given by the specification; the law is docs/api.md.
import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { TestProvider } from '../adapters/test-provider/test-provider';
import { BadSignature, type Provider, Refused } from '../services/billing/provider';
import { type BillingStore, DatabaseError } from '../services/billing/store';
import { handleEvent } from '../services/billing/webhook';
import { plainRequest } from '../services/plain-request';
import { portalText } from '../text/test-pages';
import { billingRoutes, type Places } from './billing';
import { BODY_BYTES, EVENT_BYTES, fail, type GuardOptions, guardsOf, type PaymentsEnv } from './guards';
import { checkoutPages } from './test-pages/checkout';
import { notice, pageHeaders } from './test-pages/layout';
import { portalPages } from './test-pages/portal';

export interface PaymentsOptions extends GuardOptions {
  provider: Provider;
  store: BillingStore;
  now: () => number;
  /** Asks the database anything; rejects when it does not answer. */
  askDatabase: () => Promise<void>;
  /** May this origin call, for requests to this host name? */
  mayCall: (origin: string, host: string) => boolean;
  /** The app's origin where a request names none. */
  appOrigin: (host: string) => string;
  /** Base address of this port as the world sees it; undefined = as the request says. */
  publicUrl: string | undefined;
}

const fontNames = ['manrope-cyrillic.woff2', 'manrope-latin.woff2'];
const fonts = new Map(
  fontNames.map((name) => [name, new Uint8Array(readFileSync(new URL(`../../public/fonts/${name}`, import.meta.url)))]),
);

export function paymentsApp(options: PaymentsOptions): Hono<PaymentsEnv> {
  const { provider, store, mayCall } = options;
  const guards = guardsOf(options);
  const app = new Hono<PaymentsEnv>();
  const hostOf = (c: Context) => new URL(c.req.url).hostname;
  const places: Places = {
    own: (c) => options.publicUrl ?? new URL(c.req.url).origin,
    app: (c) => {
      const origin = c.req.header('origin');
      if (origin === undefined) return options.appOrigin(hostOf(c));
      return mayCall(origin, hostOf(c)) ? origin : undefined;
    },
  };

  app.use(
    '*',
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: false,
      crossOriginResourcePolicy: false,
    }),
  );
  app.use(
    '*',
    cors({
      origin: (origin, c) => (mayCall(origin, hostOf(c)) ? origin : null),
      allowHeaders: ['authorization', 'content-type'],
      allowMethods: ['GET', 'POST'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
  );
  // The body limit builds a request of its own from a body, and cannot from the adapter's.
  app.use('*', (c, next) => {
    c.req.raw = plainRequest(c.req.raw);
    return next();
  });
  const tooLarge = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => fail(c, 'body_too_large', `The body is larger than ${maxSize} bytes`) });

  app.post('/webhook', guards.limited('webhook'), tooLarge(EVENT_BYTES), async (c) => {
    try {
      const outcome = await handleEvent(provider, store, await c.req.text(), (name) => c.req.header(name));
      return c.json({ received: true, outcome });
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error;
      const wait = guards.count(c, 'guess');
      return wait > 0
        ? guards.tooMany(c, wait)
        : fail(c, 'invalid_signature', 'The signature does not prove this event');
    }
  });

  app.use('*', tooLarge(BODY_BYTES));
  app.get('/fonts/:name', (c) => {
    const font = fonts.get(c.req.param('name'));
    return font
      ? c.body(font, 200, { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' })
      : fail(c, 'not_found', 'Not found');
  });
  if (provider instanceof TestProvider) {
    app.use('/test-checkout/*', guards.limited('testPage'));
    app.use('/portal/*', guards.limited('testPage'));
    app.route('/test-checkout', checkoutPages(provider));
    app.route('/portal', portalPages(provider, options.now));
  }

  app.use('*', guards.limited('billing'), guards.tokenIfAny);
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/test-db', async (c) => {
    try {
      await options.askDatabase();
      return c.json({ status: 'ok' });
    } catch {
      return fail(c, 'database_unavailable', 'The database does not answer');
    }
  });
  /** A plain link proves nobody: Stripe's portal asks for the address itself; the built-in one is opened from the settings. */
  app.get('/portal', (c) => {
    const login = provider.portalLogin(c.req.query('prefilled_email'));
    if (login) return c.redirect(login, 303);
    const home = options.appOrigin(hostOf(c));
    for (const [name, value] of Object.entries(pageHeaders(home))) c.header(name, value);
    return c.html(notice(portalText.closedTitle, portalText.closed, `${home}/settings`));
  });
  app.route('/', billingRoutes({ provider, store, guards, places }));

  app.notFound((c) => fail(c, 'not_found', 'Not found'));
  app.onError((error, c) => {
    if (error instanceof Refused) return fail(c, error.code, error.message);
    // Rule: the log names the route and the kind of error; messages and addresses of requests may hold personal data.
    if (error instanceof DatabaseError) {
      console.error(`payments: ${c.req.routePath}: ${error.message}`);
      return fail(c, 'database_unavailable', 'The database does not answer');
    }
    console.error(
      `payments: ${c.req.routePath}: ${error.name}`,
      (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 3)
        .join('\n'),
    );
    if (provider.isFault(error)) return fail(c, 'provider_unavailable', 'The payment provider does not answer');
    return fail(c, 'internal', 'Internal error');
  });
  return app;
}
