// Billing routes for signed-in people. Order in each: limit, token, body, account, action, answer.
import { Hono } from 'hono';
import type { ServiceEnv } from '../http/guards';
import { accountRoutes } from './account-routes';
import type { BillingRouteDeps } from './billing-route-deps';
import { changeRoutes, checkoutRoutes } from './purchase-routes';

export function billingRoutes(deps: BillingRouteDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.route('/', checkoutRoutes(deps));
  app.route('/', changeRoutes(deps));
  app.route('/', accountRoutes(deps));
  return app;
}
