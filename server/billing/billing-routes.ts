// Billing routes for signed-in people. Each route checks in this order: rate limit, token, body, account; then it acts and answers.
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
