import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { capturedLog } from './captured-log';
import { type FakeStripe, startFakeStripe, stripeSubscription } from './fake-stripe';
import { DAY, openPayments, type PaymentsDeps, type Person } from './payments-harness';

// A trial belongs to the account that had it and to the address that this account confirmed (decision 17), with both payment providers.

const WEBHOOK_SECRET = 'whsec_of_the_test';
let world: PaymentsDeps;
let stripe: PaymentsDeps;
let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
  world = await openPayments();
  const api = { host: '127.0.0.1', port: fake.port, protocol: 'http' as const };
  stripe = await openPayments({
    database: world.database,
    stripe: { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, portalLogin: undefined, api },
  });
}, 120_000);
afterAll(async () => {
  await stripe.close();
  await world.close();
  await fake.stop();
});
beforeEach(async () => {
  fake.requests.length = 0;
  await world.database.exec('delete from auth.users; delete from billing.trials');
});

const inDatabase = (sql: string, ...params: unknown[]) => world.database.query(sql, params);
const confirm = ({ uid }: Person) => inDatabase('update auth.users set email_confirmed_at = now() where id = $1', uid);
const correct = ({ uid }: Person, email: string) =>
  inDatabase('update auth.users set email = $2, email_confirmed_at = null where id = $1', uid, email);
async function unconfirmed(email: string): Promise<Person> {
  const person = await world.person(email);
  await inDatabase('update auth.users set email_confirmed_at = null where id = $1', person.uid);
  return person;
}
/** Begins a trial and cancels it, so that the account may buy again after a week. */
async function haveTrial(person: Person): Promise<void> {
  await world.buy(person, 'premium', 'monthly');
  expect(await world.planOf(person)).toMatchObject({ status: 'trialing', trial_used: true });
  await world.ask('/update-subscription', { token: person.token, body: { action: 'cancel' } });
  world.clock.now += 8 * DAY;
  await world.settle();
  expect(await world.planOf(person)).toMatchObject({ status: 'canceled', has_premium_plan: false });
}
/** The days of the trial that a purchase offers: in the plan's answer, the test checkout and the parameters of Stripe's. */
async function offered({ token }: Person): Promise<(number | boolean | string | undefined)[]> {
  const asking = { token, body: { plan: 'premium', period: 'monthly' } };
  const { body: plan } = await world.ask('/check-subscription', { token, body: {} });
  const { body: checkout } = await world.ask('/create-checkout-session', asking);
  fake.requests.length = 0;
  await stripe.ask('/create-checkout-session', asking);
  const { form } = fake.requests.find(({ what }) => what === 'POST /v1/checkout/sessions') ?? {};
  return [Boolean(plan.trial_available), Number(checkout.trial_days), form?.['subscription_data[trial_period_days]']];
}
let events = 0;
/** Delivers Stripe's event about a subscription. */
function report(subscription: string) {
  events += 1;
  const payload = JSON.stringify({
    ...{ id: `evt_trials_${events}`, object: 'event', api_version: 'x', created: 1, livemode: false },
    ...{ type: 'customer.subscription.updated', data: { object: { id: subscription } } },
  });
  const timestamp = Math.floor(stripe.clock.now / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
  return stripe.ask('/webhook', { raw: payload, headers: { 'stripe-signature': signature } });
}
/** Simulates that Stripe starts the trial of a completed checkout. */
function startTrial(id: string, { uid, email }: Person): void {
  const { now } = stripe.clock;
  const trial_end = Math.floor(now / 1000) + 7 * 86_400;
  const metadata = { user_id: uid, email };
  fake.subscriptions.set(id, stripeSubscription(id, { now, email, metadata, status: 'trialing', trial_end }));
}
const statusOf = (id: string) => fake.subscriptions.get(id)?.status;
/** The subscriptions whose trial the product ended at Stripe. */
const endedTrials = () => fake.requests.filter(({ form }) => form.trial_end === 'now').map(({ what }) => what);
const trial = [true, 7, '7'];
const none = [false, 0, undefined];

describe('a trial', () => {
  test('does not start again when an unconfirmed address is corrected and the new one confirmed', async () => {
    const person = await unconfirmed('tipo@sloy.test');
    expect(await offered(person)).toEqual(trial);
    await haveTrial(person);
    await correct(person, 'typo@sloy.test');
    expect(await offered(person)).toEqual(none);
    await confirm(person);
    expect(await offered(person)).toEqual(none);
    expect((await world.planOf(person)).trial_used).toBe(true);
  });

  test('is given once to a mailbox whose checkouts were all opened before the first was paid', async () => {
    const people = [await world.person('ana@sloy.test'), await world.person('ana+1@sloy.test')];
    const pages: string[] = [];
    for (const { token } of people) {
      const { body } = await world.ask('/create-checkout-session', {
        token,
        body: { plan: 'premium', period: 'monthly' },
      });
      expect(body.trial_days).toBe(7);
      pages.push(String(body.url));
    }
    const plans: unknown[] = [];
    for (const [i, page] of pages.entries()) {
      const paid = { method: 'POST', body: new URLSearchParams({ card: 'pays' }), redirect: 'manual' } as const;
      expect((await fetch(page, paid)).status).toBe(303);
      plans.push((await world.planOf(people[i] as Person)).status);
    }
    expect(plans).toEqual(['trialing', 'active']);
  });

  test.each([
    ['one account', 'parallel@sloy.test'],
    ['two accounts of a mailbox', 'parallel+2@sloy.test'],
  ])('is given once when Stripe reports two at the same time, of %s', async (_, second) => {
    const first = await world.person('parallel@sloy.test');
    const people = [first, second === first.email ? first : await world.person(second)];
    const [a = '', b = ''] = people.map((person, i) => {
      const id = `sub_${people.map(({ uid }) => uid.slice(-4)).join('_')}_${i}`;
      startTrial(id, person);
      return id;
    });
    for (const { status } of await Promise.all([report(a), report(b)])) expect(status).toBe(200);
    const again = statusOf(a) === 'active' ? a : b;
    expect([statusOf(a), statusOf(b)].toSorted()).toEqual(['active', 'trialing']);
    // Neither later events nor the billing clock end anything more.
    for (const id of [a, b, again]) await report(id);
    await stripe.settle();
    expect(endedTrials()).toEqual([`POST /v1/subscriptions/${again}`]);
    expect(
      await inDatabase(
        'select id, status, repeats_trial from billing.subscriptions where id = any ($1) order by status',
        [a, b],
      ),
    ).toEqual([
      { id: again, status: 'active', repeats_trial: false },
      { id: again === a ? b : a, status: 'trialing', repeats_trial: false },
    ]);
  });

  test('that Stripe did not end when it was reported is ended by the billing clock', async () => {
    const lines = capturedLog();
    const person = await world.person('again@sloy.test');
    for (const id of ['sub_again_1', 'sub_again_2']) startTrial(id, person);
    await report('sub_again_1');
    fake.declines = true;
    expect((await report('sub_again_2')).status).toBe(200);
    fake.declines = false;
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'subscription not changed', action: 'end-trial' }));
    expect(statusOf('sub_again_2')).toBe('trialing');
    await stripe.settle();
    expect([statusOf('sub_again_1'), statusOf('sub_again_2')]).toEqual(['trialing', 'active']);
  });

  test('is ended, and a deleted account is not charged, even if Stripe does not know another subscription', async () => {
    capturedLog();
    const people = [await world.person('gone@sloy.test'), await world.person('left@sloy.test')];
    for (const [i, person] of people.entries()) {
      startTrial(`sub_gone_${i}`, person);
      await report(`sub_gone_${i}`);
      await inDatabase('delete from auth.users where id = $1', person.uid);
    }
    fake.subscriptions.delete('sub_gone_0');
    await stripe.settle();
    expect(fake.subscriptions.get('sub_gone_1')).toMatchObject({ cancel_at_period_end: true });
  });

  test('at Stripe that only keeps a restored period from being charged again is not ended', async () => {
    const person = await world.person('restored@sloy.test');
    startTrial('sub_restored', person);
    fake.subscriptions.set('sub_restored', {
      ...fake.subscriptions.get('sub_restored'),
      status: 'active',
      trial_end: null,
    });
    await report('sub_restored');
    await haveTrial(await world.person('restored+2@sloy.test'));
    startTrial('sub_restored', person);
    await report('sub_restored');
    expect([statusOf('sub_restored'), endedTrials()]).toEqual(['trialing', []]);
  });

  test('counts addresses that differ after a plus sign or in their case as one', async () => {
    await haveTrial(await world.person('maria+shop@sloy.test'));
    for (const email of ['maria@sloy.test', 'maria+2@sloy.test', 'Maria+@Sloy.Test', 'maria+a+b@sloy.test'])
      expect([email, await offered(await world.person(email))]).toEqual([email, none]);
    for (const email of ['ana@sloy.test', 'maria@other.test', 'maria.shop@sloy.test'])
      expect([email, await offered(await world.person(email))]).toEqual([email, trial]);
  });

  test('of an address is not used up by somebody who did not confirm it', async () => {
    const stranger = await unconfirmed('victim@sloy.test');
    await haveTrial(stranger);
    expect(await offered(await world.person('victim+2@sloy.test'))).toEqual(trial);
    await correct(stranger, 'owner@sloy.test');
    await correct(stranger, 'stranger@sloy.test');
    expect(await offered(await unconfirmed('victim@sloy.test'))).toEqual(trial);
    await confirm(stranger);
    expect(await offered(await unconfirmed('owner@sloy.test'))).toEqual(trial);
  });

  test('that began before the proof of the address is used up by the proof, also for the next account', async () => {
    const person = await unconfirmed('later@sloy.test');
    await haveTrial(person);
    await confirm(person);
    await inDatabase('delete from auth.users where id = $1', person.uid);
    expect(await offered(await unconfirmed('later@sloy.test'))).toEqual(none);
  });

  test('that was bought elsewhere is used up when an account gets the purchase', async () => {
    const state = {
      ...{ id: 'sub_elsewhere', provider: 'stripe', user_id: null, email: 'elsewhere@sloy.test', plan: 'pro' },
      ...{ period: 'monthly', status: 'trialing', trial_ends_at: '2099-01-01', started_at: '2026-11-01' },
      cancel_at_period_end: false,
    };
    await inDatabase("select public.billing_apply('evt_elsewhere', 'x', 1, $1, '[]')", JSON.stringify(state));
    expect(await inDatabase('select from billing.trials')).toEqual([]);
    const person = await unconfirmed('elsewhere@sloy.test');
    await confirm(person);
    await inDatabase('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', person.uid);
    expect((await world.ask('/check-subscription', { token: person.token, body: {} })).body).toMatchObject({
      subscribed: true,
      trial_available: false,
    });
    expect(await inDatabase('select from billing.trials')).toHaveLength(1);
  });
});
