// The billing module of the service: the provider's webhook, the sandbox's pages and the routes for signed-in people.
import { Hono } from 'hono';
import { BODY_BYTES, bodyWithin, EVENT_BYTES, fail, type ServiceEnv } from '../http/guards';
import { notice, pageHeaders } from '../http/page-layout';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import { logSecurity } from '../telemetry/log';
import type { Billing } from './billing';
import { billingRoutes } from './billing-routes';
import { BadSignature, Rejected } from './provider';
import { checkoutPages } from './sandbox/pages/checkout-page';
import { portalPages } from './sandbox/pages/portal-page';
import { SandboxProvider } from './sandbox/sandbox-provider';
import { portalText } from './sandbox/sandbox-text';
import { handleEvent } from './webhook';

export const billingModule = (billing: Billing): ServiceModule => ({
  open: (deps) => openRoutes(billing, deps),
  routes: (deps) => personRoutes(billing, deps),
  rejectionOf: (error) => {
    if (error instanceof Rejected) return { code: error.code, message: error.message };
    return billing.provider.isFault(error)
      ? { code: 'provider_unavailable', message: 'The payment provider does not answer' }
      : undefined;
  },
});

function openRoutes({ provider, store, open }: Billing, { guards, now }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.post('/webhook', guards.limited('webhook'), bodyWithin(EVENT_BYTES), async (c) => {
    try {
      const outcome = await handleEvent(provider, store, await c.req.text(), (name) => c.req.header(name));
      return c.json({ received: true, outcome });
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error;
      logSecurity('refused_signature');
      const wait = await guards.count(c, 'guess');
      return wait > 0
        ? guards.tooMany(c, wait)
        : fail(c, 'invalid_signature', 'The signature does not prove this event');
    }
  });
  if (open && provider instanceof SandboxProvider) {
    for (const path of ['/test-checkout/*', '/portal/*'])
      app.use(path, bodyWithin(BODY_BYTES), guards.limited('sandboxPage'));
    app.route('/test-checkout', checkoutPages(provider));
    app.route('/portal', portalPages(provider, now));
  }
  return app;
}

function personRoutes({ provider, store, open }: Billing, { guards, origins }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  /** The portal without a session: redirects to Stripe's portal, which asks for the e-mail. The sandbox's portal opens only from the settings. */
  app.get('/portal', (c) => {
    const login = provider.portalLogin(c.req.query('prefilled_email'));
    if (login) return c.redirect(login, 303);
    const home = origins.home(c);
    for (const [name, value] of Object.entries(pageHeaders(home))) c.header(name, value);
    return c.html(notice(portalText.closedTitle, portalText.closed, `${home}/settings`));
  });
  if (!open)
    for (const path of ['/create-checkout-session', '/update-subscription', '/portal-session'])
      app.post(path, (c) => fail(c, 'provider_unavailable', 'No payments are set up on this server'));
  app.route('/', billingRoutes({ provider, store, guards, origins }));
  return app;
}
