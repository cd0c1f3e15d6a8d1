import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { capturedLog } from './captured-log';
import { type FakeStripe, startFakeStripe, stripeInvoice, stripePrice, stripeSubscription } from './fake-stripe';
import { APP, openPayments, type PaymentsDeps, type Person } from './payments-harness';

// The Stripe adapter sends the right requests to a fake API through Stripe's client, and the webhook accepts only Stripe's signatures.

const WEBHOOK_SECRET = 'whsec_of_the_test';
let fake: FakeStripe;
let world: PaymentsDeps;
beforeAll(async () => {
  fake = await startFakeStripe();
  const api = { host: '127.0.0.1', port: fake.port, protocol: 'http' as const };
  const portalLogin = 'https://billing.stripe.com/p/login/test';
  world = await openPayments({ stripe: { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, portalLogin, api } });
}, 120_000);
afterAll(async () => {
  await world.close();
  await fake.stop();
});
beforeEach(() => {
  fake.requests.length = 0;
});

const { webhooks } = new Stripe('sk_test_x');
let number = 0;
/** An event as Stripe delivers it; `object` is the snapshot that it contains. */
function eventOf(type: string, object: Record<string, unknown>) {
  number += 1;
  return JSON.stringify({
    id: `evt_${number}`,
    object: 'event',
    api_version: 'x',
    created: 1,
    livemode: false,
    type,
    data: { object },
  });
}
function deliver(payload: string, change: { secret?: string; timestamp?: number; header?: string } = {}) {
  const timestamp = change.timestamp ?? Math.floor(world.clock.now / 1000);
  const signature =
    change.header ?? webhooks.generateTestHeaderString({ payload, secret: change.secret ?? WEBHOOK_SECRET, timestamp });
  return world.ask('/webhook', { raw: payload, headers: { 'stripe-signature': signature } });
}
const now = () => world.clock.now;
let people = 0;
/** An account with an active subscription that Stripe has reported. */
async function subscriber(fields: Record<string, unknown> = {}): Promise<{ person: Person; id: string }> {
  people += 1;
  const person = await world.person(`stripe-${people}@sloy.test`);
  const id = `sub_${people}`;
  fake.subscriptions.set(
    id,
    stripeSubscription(id, {
      now: now(),
      email: person.email,
      metadata: { user_id: person.uid, email: person.email },
      ...fields,
    }),
  );
  fake.invoices.set(
    `in_${id}`,
    stripeInvoice(`in_${id}`, id, { amount: 1500, now: now(), customer_email: person.email }),
  );
  await deliver(
    eventOf('checkout.session.completed', {
      id: 'cs_1',
      object: 'checkout.session',
      subscription: id,
      invoice: `in_${id}`,
    }),
  );
  return { person, id };
}

test('a checkout is opened with the account, its locked address, the trial and a price that is created once', async () => {
  const person = await world.person('checkout@sloy.test');
  const open = () =>
    world.ask('/create-checkout-session', { token: person.token, body: { plan: 'premium', period: 'yearly' } });
  expect((await open()).body).toEqual({ id: 'cs_test_0', url: 'https://checkout.stripe.com/c/pay/x', trial_days: 7 });
  const form = fake.requests.find(({ what }) => what === 'POST /v1/checkout/sessions')?.form;
  expect(form).toMatchObject({
    mode: 'subscription',
    client_reference_id: person.uid,
    customer_email: person.email,
    'line_items[0][price]': 'price_sloy_premium_yearly_28800',
    'subscription_data[metadata][user_id]': person.uid,
    'subscription_data[trial_period_days]': '7',
    success_url: `${APP}/checkout/success`,
    cancel_url: `${APP}/checkout/cancel`,
  });
  expect(fake.prices).toMatchObject([{ lookup_key: 'sloy_premium_yearly_28800', unit_amount: 28_800 }]);
  await open();
  expect(fake.sessions.map(({ status }) => status)).toEqual(['expired', 'open']);
  expect(fake.requests.filter(({ what }) => what === 'POST /v1/prices').length).toBe(1);
});

test('an event triggers a read of the object, and the object’s state is written, not the snapshot', async () => {
  const { person, id } = await subscriber({
    key: 'sloy_premium_monthly_3000',
    status: 'trialing',
    trial_end: Math.floor(now() / 1000) + 7 * 86_400,
  });
  expect(await world.planOf(person)).toMatchObject({
    has_premium_plan: true,
    status: 'trialing',
    subscription_id: id,
    trial_ends_at: expect.any(String),
  });
  const { body } = await world.ask(`/billing-history/${person.email}`, { token: person.token });
  expect(body.invoices).toMatchObject([
    {
      id: `in_${id}`,
      status: 'paid',
      amount_paid: 1500,
      currency: 'EUR',
      invoice_pdf: expect.stringContaining('stripe.com'),
    },
  ]);
  fake.subscriptions.set(id, { ...fake.subscriptions.get(id), status: 'canceled' });
  const lie = { ...fake.subscriptions.get(id), status: 'active', metadata: { user_id: 'somebody-else' } };
  expect((await deliver(eventOf('customer.subscription.updated', lie))).body).toMatchObject({ outcome: 'applied' });
  expect(await world.planOf(person)).toMatchObject({ has_premium_plan: false, status: 'canceled' });
  // The account has used its trial, so a new checkout offers none.
  expect(
    (await world.ask('/create-checkout-session', { token: person.token, body: { plan: 'pro', period: 'monthly' } }))
      .body,
  ).toMatchObject({
    trial_days: 0,
  });
  expect(fake.requests.at(-1)?.form).toMatchObject({ customer: `cus_${id}` });
});

describe('at the webhook', () => {
  const payload = () => eventOf('customer.subscription.updated', { id: 'sub_x', object: 'subscription' });
  test.each([
    ['another secret', () => deliver(payload(), { secret: 'whsec_guessed' })],
    ['a time of ten minutes ago', () => deliver(payload(), { timestamp: Math.floor(now() / 1000) - 600 })],
    ['no signature', () => deliver(payload(), { header: '' })],
    [
      'another scheme',
      () =>
        deliver(payload(), {
          header: webhooks
            .generateTestHeaderString({ payload: payload(), secret: WEBHOOK_SECRET })
            .replace('v1=', 'v0='),
        }),
    ],
    [
      'the signature of another event',
      () =>
        deliver(payload(), { header: webhooks.generateTestHeaderString({ payload: '{}', secret: WEBHOOK_SECRET }) }),
    ],
  ])('an event with %s is rejected before any request to Stripe', async (_, act) => {
    const answer = await act();
    expect([answer.status, answer.code, fake.requests.length]).toEqual([400, 'invalid_signature', 0]);
  });

  test('ignores events of other products, unknown events and irrelevant ones', async () => {
    fake.subscriptions.set(
      'sub_foreign',
      stripeSubscription('sub_foreign', { now: now(), key: 'gym_gold_monthly_9900' }),
    );
    for (const [type, object] of [
      ['customer.subscription.created', { id: 'sub_foreign' }],
      ['customer.subscription.created', { id: 'sub_that_is_gone' }],
      ['customer.created', { id: 'cus_1' }],
      ['charge.refunded', { id: 'ch_1', payment_intent: null }],
    ] as const) {
      expect((await deliver(eventOf(type, object))).body, type).toEqual({ received: true, outcome: 'ignored' });
    }
  });

  test('an event during a Stripe failure is delivered again, and then applied', async () => {
    capturedLog();
    const { person, id } = await subscriber();
    fake.subscriptions.set(id, { ...fake.subscriptions.get(id), status: 'past_due' });
    const payload = eventOf('customer.subscription.updated', { id });
    fake.broken = 500;
    expect(await deliver(payload)).toMatchObject({ status: 502, code: 'provider_unavailable' });
    fake.broken = undefined;
    expect((await deliver(payload)).body).toMatchObject({ outcome: 'applied' });
    expect((await deliver(payload)).body).toMatchObject({ outcome: 'duplicate' });
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, status: 'past_due' });
  });

  test('a subscription bought outside our checkout belongs only to the account with the confirmed address', async () => {
    const proved = await world.person('proved@sloy.test');
    const typed = await world.person('typed@sloy.test');
    await world.database.query('update auth.users set email_confirmed_at = null where id = $1', [typed.uid]);
    for (const { uid, email } of [proved, typed]) {
      const id = `sub_${uid.slice(-4)}_elsewhere`;
      fake.subscriptions.set(id, stripeSubscription(id, { now: now(), email: email.toUpperCase() }));
      expect((await deliver(eventOf('customer.subscription.created', { id }))).body).toMatchObject({
        outcome: 'applied',
      });
    }
    expect(await world.planOf(proved)).toMatchObject({ has_pro_plan: true });
    expect(await world.planOf(typed)).not.toMatchObject({ has_pro_plan: true });
  });
});

describe('a change', () => {
  const update = (person: Person, body: Record<string, unknown>) =>
    world.ask('/update-subscription', { token: person.token, body });

  test('of the plan is charged at once; a declined card changes nothing', async () => {
    const { person, id } = await subscriber();
    await update(person, { action: 'change', plan: 'premium', period: 'monthly' });
    expect(fake.requests.find(({ what }) => what === `POST /v1/subscriptions/${id}`)?.form).toEqual({
      'items[0][id]': `si_${id}`,
      'items[0][price]': 'price_sloy_premium_monthly_3000',
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: 'false',
    });
    expect((await update(person, { action: 'change', plan: 'pro', period: 'monthly' })).code).toBe('same_plan');
    fake.declines = true;
    expect(await update(person, { action: 'change', plan: 'premium', period: 'monthly' })).toMatchObject({
      status: 402,
      code: 'card_declined',
    });
    fake.declines = false;
  });

  test('to a cancellation takes effect at the end of the period, and can be undone', async () => {
    const { person, id } = await subscriber();
    expect((await update(person, { action: 'resume' })).code).toBe('not_running');
    expect((await update(person, { action: 'cancel' })).status).toBe(200);
    expect((await update(person, { action: 'cancel' })).code).toBe('already_cancelled');
    await deliver(eventOf('customer.subscription.updated', { id }));
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, cancel_at_period_end: true });
    expect((await update(person, { action: 'resume' })).status).toBe(200);
  });

  test('can be refunded once within 24 hours, and the invoice shows the refund', async () => {
    fake.invoices.clear();
    const { person, id } = await subscriber();
    expect((await update(person, { action: 'refund' })).status).toBe(200);
    expect(fake.refunds).toMatchObject([{ payment_intent: `pi_in_${id}` }]);
    await deliver(eventOf('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: `pi_in_${id}` }));
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: false, status: 'canceled' });
    const { body } = await world.ask(`/billing-history/${person.email}`, { token: person.token });
    expect(body.invoices).toMatchObject([{ status: 'paid', amount_paid: 1500, amount_refunded: 1500 }]);

    expect((await update(person, { action: 'refund' })).code).toBe('no_subscription');
    fake.invoices.clear();
    const late = await subscriber();
    world.clock.now += 25 * 3_600_000;
    expect((await update(late.person, { action: 'refund' })).code).toBe('refund_expired');
  });
});

test('Stripe’s refund of an upgrade restores the price before it and keeps the subscription', async () => {
  fake.invoices.clear();
  const { person, id } = await subscriber();
  fake.refunds.length = 0;
  const now = world.clock.now;
  const end = Math.floor(now / 1000) + 30 * 86_400;
  const upgrade = stripeInvoice('in_upgrade', id, {
    amount: 1500,
    now: now + 1000,
    billing_reason: 'subscription_update',
  });
  upgrade.lines.data.unshift({
    ...upgrade.lines.data[0]!,
    amount: -1500,
    period: { start: Math.floor(now / 1000), end },
    pricing: { price_details: { price: 'price_before' } },
  } as (typeof upgrade.lines.data)[number]);
  fake.invoices.set('in_upgrade', upgrade);
  fake.prices.push({ ...stripePrice('sloy_pro_monthly_1500'), id: 'price_before' });
  const offer = await world.ask('/refund-offer', { token: person.token, body: {} });
  expect(offer.body.refund).toMatchObject({ amount: 1500, restores: { plan: 'pro', period: 'monthly' } });
  expect((await world.ask('/update-subscription', { token: person.token, body: { action: 'refund' } })).status).toBe(
    200,
  );
  expect(fake.refunds).toMatchObject([{ payment_intent: 'pi_in_upgrade' }]);
  expect(fake.requests.at(-1)).toMatchObject({
    what: `POST /v1/subscriptions/${id}`,
    form: { 'items[0][price]': 'price_before', proration_behavior: 'none' },
  });
  expect(fake.subscriptions.get(id)).toMatchObject({ status: 'active' });
});

test('the cost of a change is Stripe’s own preview of the invoice', async () => {
  const { person, id } = await subscriber();
  const to = { plan: 'premium', period: 'monthly' };
  expect((await world.ask('/change-offer', { token: person.token, body: to })).body).toEqual({
    amount: 1432,
    currency: 'EUR',
  });
  expect(fake.requests.at(-1)).toMatchObject({
    what: 'POST /v1/invoices/create_preview',
    form: { subscription: id, 'subscription_details[proration_behavior]': 'always_invoice' },
  });
});

test('the portal is Stripe’s: a session for a signed-in account, the login page for a plain link', async () => {
  const { person, id } = await subscriber();
  expect((await world.ask('/portal-session', { token: person.token, body: {} })).body).toEqual({
    url: 'https://billing.stripe.com/p/session/x',
  });
  expect(fake.requests.at(-1)?.form).toEqual({ customer: `cus_${id}`, return_url: `${APP}/settings`, locale: 'bg' });
  const link = await world.ask(`/portal?prefilled_email=${encodeURIComponent('a+b@sloy.test')}`);
  expect([link.status, link.headers.get('location')]).toEqual([
    303,
    'https://billing.stripe.com/p/login/test?prefilled_email=a%2Bb%40sloy.test',
  ]);
  expect((await world.ask('/test-checkout/cs_test_000000000000000000000000000000000000')).code).toBe('not_found');
});
