// Billing routes of an account: its plan, its company, the portal and its invoices.
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { bodyOf, fail, type ServiceEnv } from '../http/guards';
import { type BillingRouteDeps, planAnswer, unknownAccount } from './billing-route-deps';
import type { Account } from './billing-store';
import { checkSchema, companySchema, nothingSchema, pageSchema } from './bodies';
import { invoiceOf } from './invoice';

/** Ignores the case of ASCII letters only. Full Unicode lower-casing would turn look-alikes (the Kelvin sign) into ASCII letters. */
const sameAddress = (a: string, b: string) => {
  const plain = (text: string) => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return plain(a) === plain(b);
};

/**
 * Finds the account of an e-mail address. Administrators may look up any account, all other callers only their own.
 * Rule: find the caller's own account by the user id in the token, never by the address in the request.
 */
async function accountFor(
  c: Context<ServiceEnv>,
  { store, guards }: Pick<BillingRouteDeps, 'store' | 'guards'>,
  email: string | undefined,
): Promise<Account | Response> {
  const own = await store.account(c.get('uid') ?? '');
  if (!own) return unknownAccount(c);
  if (email === undefined || sameAddress(email, own.email)) return own;
  if (!own.is_admin || !(await guards.isStrong(c))) return fail(c, 'forbidden', 'Only your own address');
  const other = await store.account(null, email);
  return other ?? fail(c, 'not_found', 'There is no account with this address');
}

export function accountRoutes({ provider, store, guards, origins }: BillingRouteDeps): Hono<ServiceEnv> {
  const { person } = guards;
  const app = new Hono<ServiceEnv>();

  app.post('/check-subscription', person('billing'), async (c) => {
    const body = await bodyOf(c, checkSchema);
    if (body instanceof Response) return body;
    const account = await accountFor(c, { store, guards }, body.email);
    return account instanceof Response ? account : c.json(planAnswer(account));
  });

  app.post('/billing-details', person('billing'), async (c) => {
    const body = await bodyOf(c, companySchema);
    if (body instanceof Response) return body;
    const uid = c.get('uid') ?? '';
    const account = await store.account(uid);
    if (!account) return unknownAccount(c);
    const own = account.subscription?.provider === provider.name ? account.subscription : null;
    // Write to the provider first: if the provider rejects the company, nothing is stored here.
    if (own) await provider.setCompany({ uid, email: account.email, customerId: own.customer_id }, body.company);
    return c.json({ company: await store.saveCompany(uid, body.company) });
  });

  app.post('/portal-session', person('billing'), async (c) => {
    const body = await bodyOf(c, nothingSchema);
    if (body instanceof Response) return body;
    const origin = origins.app(c);
    if (!origin) return fail(c, 'origin_not_allowed', 'The portal is opened from the app');
    const uid = c.get('uid') ?? '';
    const account = await store.account(uid);
    if (!account) return unknownAccount(c);
    const customerId = account.subscription?.customer_id ?? null;
    if (!account.subscription || account.subscription.provider !== provider.name)
      return fail(c, 'no_subscription', 'There is no subscription to manage');
    return c.json({
      url: await provider.openPortal({ uid, customerId, returnUrl: `${origin}/settings`, base: origins.own(c) }),
    });
  });

  app.get('/billing-history/:email', person('billing'), async (c) => {
    const query = v.safeParse(pageSchema, c.req.query());
    if (!query.success) return fail(c, 'invalid_query', 'limit is 1 to 100, offset 0 or more');
    const { limit, offset } = query.output;
    const account = await accountFor(c, { store, guards }, c.req.param('email'));
    if (account instanceof Response) return account;
    const { payments, total_count } = await store.history(account.id, limit, offset);
    return c.json({ invoices: payments.map(invoiceOf), total_count, has_more: offset + payments.length < total_count });
  });

  return app;
}
