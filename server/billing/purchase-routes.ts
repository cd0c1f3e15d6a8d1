// Billing routes of a purchase: prices, checkout, plan changes, and quotes for a change or a refund.
import { Hono } from 'hono';
import { TRIAL_DAYS } from '../../src/shared/app-limits';
import { billingPeriods, centsOf, levaOf, paidPlans } from '../../src/shared/pricing';
import { bodyOf, fail, type ServiceEnv } from '../http/guards';
import { type BillingRouteDeps, planAnswer, runningOf, unknownAccount } from './billing-route-deps';
import { changeOfferSchema, changeSchema, checkoutSchema, nothingSchema } from './bodies';

/** Prices and the hosted checkout. */
export function checkoutRoutes({ provider, store, guards: { person }, origins }: BillingRouteDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  /**
   * Accounts with a checkout request in flight.
   * Rule: allow one such request per account, because two concurrent requests would both find the trial unused.
   */
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
      if (runningOf(provider, account))
        return fail(c, 'already_subscribed', 'A subscription runs already; change it instead');
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

  return app;
}

/** Routes that change a running subscription, and the quotes for such changes. */
export function changeRoutes({ provider, store, guards: { person } }: BillingRouteDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();

  app.post('/update-subscription', person('purchase'), async (c) => {
    const body = await bodyOf(c, changeSchema);
    if (body instanceof Response) return body;
    const uid = c.get('uid') ?? '';
    const account = await store.account(uid);
    if (!account) return unknownAccount(c);
    const subscription = runningOf(provider, account);
    if (!subscription) return fail(c, 'no_subscription', 'There is no subscription to change');
    await provider.change(subscription, body);
    // This route does not write the changed plan: the provider reports the change as an event, and the webhook writes the plan.
    const after = await store.account(uid);
    return after ? c.json(planAnswer(after)) : unknownAccount(c);
  });

  app.post('/refund-offer', person('billing'), async (c) => {
    const body = await bodyOf(c, nothingSchema);
    if (body instanceof Response) return body;
    const account = await store.account(c.get('uid') ?? '');
    if (!account) return unknownAccount(c);
    const subscription = runningOf(provider, account);
    return c.json({ refund: subscription ? await provider.refundOffer(subscription) : null });
  });

  app.post('/change-offer', person('billing'), async (c) => {
    const body = await bodyOf(c, changeOfferSchema);
    if (body instanceof Response) return body;
    const account = await store.account(c.get('uid') ?? '');
    if (!account) return unknownAccount(c);
    const subscription = runningOf(provider, account);
    if (!subscription) return fail(c, 'no_subscription', 'There is no subscription to change');
    return c.json({ amount: await provider.changeCost(subscription, body), currency: 'EUR' });
  });

  return app;
}
