// Billing routes for signed-in people: prices, checkout, plan, changes, portal, invoices. Order in each: limit, token, body, account, action, answer.
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { TRIAL_DAYS } from '../../src/config/limits';
import { planOf } from '../../src/domain/entitlements';
import { billingPeriods, centsOf, levaOf, paidPlans } from '../../src/domain/pricing';
import { bodyOf, fail, type Guards, type ServiceEnv } from '../http/guards';
import type { Origins } from '../http/service-module';
import type { Account, BillingStore } from './billing-store';
import {
  changeOfferSchema,
  changeSchema,
  checkoutSchema,
  checkSchema,
  companySchema,
  nothingSchema,
  pageSchema,
} from './bodies';
import { invoiceOf } from './invoice';
import type { Provider } from './provider';

interface Options {
  provider: Provider;
  store: BillingStore;
  guards: Guards;
  origins: Origins;
}

/** Ignores the case of ASCII letters only, so that a look-alike letter never equals the real one. */
const sameAddress = (a: string, b: string) => {
  const plain = (text: string) => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return plain(a) === plain(b);
};

const planAnswer = (account: Account) => ({
  subscribed: account.has_pro_plan || account.has_premium_plan,
  plan: planOf(account),
  has_pro_plan: account.has_pro_plan,
  has_premium_plan: account.has_premium_plan,
  status: account.status,
  billing_period: account.billing_period,
  current_period_end: account.current_period_end,
  trial_ends_at: account.trial_ends_at,
  cancel_at_period_end: account.cancel_at_period_end,
  trial_available: !account.trial_used,
});

export function billingRoutes({ provider, store, guards, origins }: Options): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  const { person } = guards;
  const unknownAccount = (c: Context) => fail(c, 'unauthorized', 'The account does not exist any more');
  const running = (account: Account) =>
    account.subscription?.runs && account.subscription.provider === provider.name ? account.subscription : undefined;
  /** Accounts with a checkout request in flight. Rule: one at a time per account, or two concurrent requests would both find the trial unused. */
  const opening = new Set<string>();

  app.post('/subscription-prices', async (c) => {
    const body = await bodyOf(c, nothingSchema);
    if (body instanceof Response) return body;
    const uid = c.get('uid');
    const account = uid ? await store.account(uid) : null;
    const prices = paidPlans.flatMap((plan) =>
      billingPeriods.map((period) => ({
        plan,
        period,
        amount: centsOf(plan, period),
        currency: 'EUR',
        leva: levaOf(plan, period),
      })),
    );
    return c.json({ prices, trial_days: TRIAL_DAYS, trial_available: account ? !account.trial_used : null });
  });

  app.post('/create-checkout-session', person('purchase'), async (c) => {
    const body = await bodyOf(c, checkoutSchema);
    if (body instanceof Response) return body;
    const origin = origins.app(c);
    if (!origin) return fail(c, 'origin_not_allowed', 'Checkouts are opened from the app');
    const uid = c.get('uid') ?? '';
    if (opening.has(uid)) return fail(c, 'busy', 'Another checkout is being opened');
    opening.add(uid);
    try {
      const account = await store.account(uid);
      if (!account) return unknownAccount(c);
      if (running(account)) return fail(c, 'already_subscribed', 'A subscription runs already; change it instead');
      const trialDays = account.trial_used ? 0 : TRIAL_DAYS;
      const session = await provider.startCheckout({
        uid,
        email: account.email,
        ...body,
        trialDays,
        company: account.company,
        customerId: account.subscription?.provider === provider.name ? account.subscription.customer_id : null,
        // Rule: the server builds the return URLs from the app's own origin; a caller cannot name them.
        successUrl: `${origin}/checkout/success`,
        cancelUrl: `${origin}/checkout/cancel`,
        base: origins.own(c),
      });
      return c.json({ ...session, trial_days: trialDays });
    } finally {
      opening.delete(uid);
    }
  });

  app.post('/check-subscription', person('billing'), async (c) => {
    const body = await bodyOf(c, checkSchema);
    if (body instanceof Response) return body;
    const account = await accountFor(c, body.email);
    return account instanceof Response ? account : c.json(planAnswer(account));
  });

  app.post('/update-subscription', person('purchase'), async (c) => {
    const body = await bodyOf(c, changeSchema);
    if (body instanceof Response) return body;
    const uid = c.get('uid') ?? '';
    const account = await store.account(uid);
    if (!account) return unknownAccount(c);
    const subscription = running(account);
    if (!subscription) return fail(c, 'no_subscription', 'There is no subscription to change');
    await provider.change(subscription, body);
    // The provider's events write the changed plan, as they write every plan.
    const after = await store.account(uid);
    return after ? c.json(planAnswer(after)) : unknownAccount(c);
  });

  app.post('/refund-offer', person('billing'), async (c) => {
    const body = await bodyOf(c, nothingSchema);
    if (body instanceof Response) return body;
    const account = await store.account(c.get('uid') ?? '');
    if (!account) return unknownAccount(c);
    const subscription = running(account);
    return c.json({ refund: subscription ? await provider.refundOffer(subscription) : null });
  });

  app.post('/change-offer', person('billing'), async (c) => {
    const body = await bodyOf(c, changeOfferSchema);
    if (body instanceof Response) return body;
    const account = await store.account(c.get('uid') ?? '');
    if (!account) return unknownAccount(c);
    const subscription = running(account);
    if (!subscription) return fail(c, 'no_subscription', 'There is no subscription to change');
    return c.json({ amount: await provider.changeCost(subscription, body), currency: 'EUR' });
  });

  app.post('/billing-details', person('billing'), async (c) => {
    const body = await bodyOf(c, companySchema);
    if (body instanceof Response) return body;
    const uid = c.get('uid') ?? '';
    const account = await store.account(uid);
    if (!account) return unknownAccount(c);
    const own = account.subscription?.provider === provider.name ? account.subscription : null;
    // The provider first: what it rejects is not stored either.
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
    const account = await accountFor(c, c.req.param('email'));
    if (account instanceof Response) return account;
    const { payments, total_count } = await store.history(account.id, limit, offset);
    return c.json({ invoices: payments.map(invoiceOf), total_count, has_more: offset + payments.length < total_count });
  });

  /**
   * The account of an e-mail address: the caller's own, or any for administrators.
   * Rule: the caller's own account is found by the id of the token, never by the address that was sent.
   */
  async function accountFor(c: Context<ServiceEnv>, email: string | undefined): Promise<Account | Response> {
    const own = await store.account(c.get('uid') ?? '');
    if (!own) return unknownAccount(c);
    if (email === undefined || sameAddress(email, own.email)) return own;
    if (!own.is_admin) return fail(c, 'forbidden', 'Only your own address');
    const other = await store.account(null, email);
    return other ?? fail(c, 'not_found', 'There is no account with this address');
  }
  return app;
}
