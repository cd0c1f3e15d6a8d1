import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureOf } from '../../server/billing/signature';
import { APP, DAY, openPayments, PAYMENTS_SECRET, type PaymentsDeps, type Person } from './payments-harness';

// Purchases, trials, changes, cancellations and refunds with the sandbox over HTTP; the tests read the plan from the rows that devices get.

let world: PaymentsDeps;
beforeAll(async () => {
  world = await openPayments();
}, 120_000);
afterAll(() => world.close());

let names = 0;
const newPerson = () => world.person(`buyer-${++names}@sloy.test`);
/** A person whose address has already used its trial. */
async function withoutTrial(): Promise<Person> {
  const person = await newPerson();
  await world.database.query('insert into billing.trials (address_digest) values (billing.address_digest($1))', [
    person.email,
  ]);
  return person;
}
const update = (person: Person, body: Record<string, unknown>) =>
  world.ask('/update-subscription', { token: person.token, body });
const invoicesOf = async (person: Person) => {
  const { body } = await world.ask(`/billing-history/${encodeURIComponent(person.email)}`, { token: person.token });
  return body.invoices as {
    status: string;
    amount_paid: number;
    amount_refunded: number;
    description: string;
    number: string;
    created: number;
  }[];
};
const wait = async (days: number) => {
  world.clock.now += days * DAY;
  await world.settle();
};

describe('the test checkout', () => {
  test('shows the order and works without scripts; a declined card changes nothing', async () => {
    const person = await newPerson();
    const session = await world.ask('/create-checkout-session', {
      token: person.token,
      body: { plan: 'premium', period: 'yearly' },
    });
    expect(session.body).toMatchObject({
      trial_days: 7,
      url: expect.stringMatching(/\/test-checkout\/cs_test_[0-9a-f]{36}$/),
    });
    const page = await world.ask(String(session.body.url));
    for (const words of [
      'Premium, годишен',
      '288',
      person.email,
      'Първите 7 дни са безплатни',
      'Започнете пробния период',
    ])
      expect(page.text).toContain(words);
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self' https:\/\/app\.sloy\.test;/,
    );
    const declined = await fetch(String(session.body.url), {
      method: 'POST',
      body: new URLSearchParams({ card: 'declined' }),
    });
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('Картата беше отказана')]);
    expect(await world.planOf(person)).toMatchObject({ has_premium_plan: false, subscription_id: null });
    expect((await invoicesOf(person)).length).toBe(0);
    // After a declined card, the same page accepts another card.
    const paid = await fetch(String(session.body.url), {
      method: 'POST',
      body: new URLSearchParams({ card: 'pays' }),
      redirect: 'manual',
    });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `${APP}/checkout/success`]);
    expect((await world.ask(String(session.body.url))).text).toContain('Плащането вече е направено');
  });

  test('a double press of the button pays once, and a newer checkout closes the older one', async () => {
    const person = await withoutTrial();
    const older = await world.ask('/create-checkout-session', {
      token: person.token,
      body: { plan: 'pro', period: 'monthly' },
    });
    const newer = await world.ask('/create-checkout-session', {
      token: person.token,
      body: { plan: 'pro', period: 'monthly' },
    });
    const press = (url: unknown) =>
      fetch(String(url), { method: 'POST', body: new URLSearchParams({ card: 'pays' }), redirect: 'manual' });
    expect((await press(older.body.url)).status).toBe(410);
    const twice = await Promise.all([press(newer.body.url), press(newer.body.url)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    expect((await invoicesOf(person)).map(({ amount_paid }) => amount_paid)).toEqual([1500]);
    const again = await world.ask('/create-checkout-session', {
      token: person.token,
      body: { plan: 'premium', period: 'monthly' },
    });
    expect([again.status, again.code]).toEqual([409, 'already_subscribed']);
  });

  test('a checkout of yesterday is closed, and an unknown one is not found', async () => {
    const person = await newPerson();
    const { body } = await world.ask('/create-checkout-session', {
      token: person.token,
      body: { plan: 'pro', period: 'monthly' },
    });
    await wait(1);
    expect((await world.ask(String(body.url))).status).toBe(410);
    expect((await world.ask(`/test-checkout/cs_test_${'0'.repeat(36)}`)).status).toBe(404);
    expect((await world.ask('/test-checkout/cs_test_short')).code).toBe('not_found');
  });
});

describe('a subscription', () => {
  test('begins with one trial per address, in any letter case, and is charged when the trial ends', async () => {
    const person = await world.person('Trial.Person@Sloy.test');
    await world.buy(person, 'premium', 'monthly');
    expect(await world.planOf(person)).toMatchObject({
      has_premium_plan: true,
      status: 'trialing',
      billing_period: 'monthly',
    });
    expect((await world.ask('/check-subscription', { token: person.token, body: {} })).body).toMatchObject({
      plan: 'premium',
      trial_available: false,
    });
    await wait(6.9);
    expect(await world.planOf(person)).toMatchObject({ status: 'trialing' });
    await wait(0.2);
    expect(await world.planOf(person)).toMatchObject({ has_premium_plan: true, status: 'active' });
    expect((await invoicesOf(person)).map(({ amount_paid }) => amount_paid)).toEqual([3000, 0]);
    // After the account is deleted and its subscription has ended, the same address gets neither the plan nor a second trial.
    await world.database.query('delete from auth.users where id = $1', [person.uid]);
    await world.settle();
    expect(
      await world.database.query('select cancel_at_period_end from billing.subscriptions where user_id = $1', [
        person.uid,
      ]),
    ).toEqual([{ cancel_at_period_end: true }]);
    const again = await world.person('trial.person@sloy.test');
    expect(await world.planOf(again)).toMatchObject({ has_premium_plan: false, has_pro_plan: false });
    await world.buy(again, 'pro', 'monthly');
    expect(await world.planOf(again)).toMatchObject({ has_pro_plan: true, status: 'active', trial_ends_at: null });
  });

  test('that is cancelled ends with its period, or continues if it is resumed', async () => {
    const person = await withoutTrial();
    await world.buy(person, 'pro', 'monthly');
    expect((await update(person, { action: 'cancel' })).body).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
    });
    expect((await update(person, { action: 'cancel' })).code).toBe('already_cancelled');
    expect((await update(person, { action: 'resume' })).body).toMatchObject({ cancel_at_period_end: false });
    await wait(32);
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, status: 'active' });
    await update(person, { action: 'cancel' });
    await wait(15);
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, cancel_at_period_end: true });
    await wait(17);
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: false, status: 'canceled' });
    expect((await invoicesOf(person)).length).toBe(2);
    expect((await update(person, { action: 'resume' })).code).toBe('no_subscription');
  });

  test('that is upgraded during a period pays the difference at once; the credit of a more expensive plan pays for the next period', async () => {
    const person = await withoutTrial();
    await world.buy(person, 'pro', 'yearly');
    await wait(182.5);
    expect((await update(person, { action: 'change', plan: 'premium', period: 'yearly' })).body).toMatchObject({
      plan: 'premium',
    });
    const [difference] = await invoicesOf(person);
    expect(Math.abs((difference?.amount_paid ?? 0) - 7200)).toBeLessThan(50);
    expect((await update(person, { action: 'change', plan: 'premium', period: 'yearly' })).code).toBe('same_plan');
    await update(person, { action: 'change', plan: 'pro', period: 'monthly' });
    expect(await world.planOf(person)).toMatchObject({
      has_pro_plan: true,
      has_premium_plan: false,
      billing_period: 'monthly',
    });
    // A credit of about 144 euros pays for nine months of Pro.
    await wait(240);
    expect((await invoicesOf(person)).slice(0, 7).map(({ amount_paid }) => amount_paid)).toEqual(Array(7).fill(0));
    await wait(90);
    expect((await invoicesOf(person))[0]?.amount_paid).toBe(1500);
  });

  test('that is refunded within 24 hours ends at once; a later refund is rejected', async () => {
    const person = await withoutTrial();
    await world.buy(person, 'pro', 'monthly');
    await wait(0.9);
    expect((await update(person, { action: 'refund' })).body).toMatchObject({ subscribed: false, status: 'canceled' });
    expect(await invoicesOf(person)).toMatchObject([{ status: 'paid', amount_paid: 1500, amount_refunded: 1500 }]);
    await world.buy(person, 'premium', 'monthly');
    await wait(1.01);
    expect((await update(person, { action: 'refund' })).code).toBe('refund_expired');
    expect(await world.planOf(person)).toMatchObject({ has_premium_plan: true });
  });

  test('whose upgrade is refunded has its old plan and period again, and keeps the old payment', async () => {
    const person = await withoutTrial();
    await world.buy(person, 'pro', 'yearly');
    const paidUntil = (await world.planOf(person)).current_period_end;
    await wait(10);
    const to = { plan: 'premium', period: 'yearly' };
    const today = (await world.ask('/change-offer', { token: person.token, body: to })).body;
    await update(person, { action: 'change', ...to });
    // The charged amount equals the amount in the offer.
    expect((await invoicesOf(person))[0]).toMatchObject({ amount_paid: today.amount });
    expect((await world.ask('/change-offer', { token: person.token, body: to })).code).toBe('same_plan');
    const { body } = await world.ask('/refund-offer', { token: person.token, body: {} });
    expect(body.refund).toMatchObject({
      currency: 'EUR',
      restores: { plan: 'pro', period: 'yearly', until: paidUntil },
    });
    expect((await update(person, { action: 'refund' })).body).toMatchObject({ plan: 'pro', status: 'active' });
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, current_period_end: paidUntil });
    const [upgrade, first] = await invoicesOf(person);
    expect(upgrade).toMatchObject({ amount_refunded: upgrade?.amount_paid });
    expect(first).toMatchObject({ amount_paid: 14_400, amount_refunded: 0 });
    expect((await update(person, { action: 'refund' })).code).toBe('refund_expired');
    expect((await world.ask('/refund-offer', { token: person.token, body: {} })).body).toEqual({ refund: null });
  });

  test('whose renewal was declined can be paid in the portal and continues', async () => {
    const person = await newPerson();
    await world.buy(person, 'pro', 'monthly', 'declines-later');
    await wait(9);
    const portal = String((await world.ask('/portal-session', { token: person.token, body: {} })).body.url);
    expect((await world.ask(portal)).text).toContain('Платете сега');
    const paid = await fetch(portal, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
    expect(await paid.text()).toContain('Платено е и планът Ви продължава.');
    expect((await invoicesOf(person))[0]).toMatchObject({ status: 'paid', amount_paid: 1500 });
    // The 24 hours for a refund begin with the payment, not with the declined attempt.
    const { body } = await world.ask('/refund-offer', { token: person.token, body: {} });
    expect(body.refund).toMatchObject({ amount: 1500 });
    await wait(5);
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, status: 'active' });
  });

  test('whose renewal is declined keeps its plan for three days', async () => {
    const person = await newPerson();
    await world.buy(person, 'pro', 'monthly', 'declines-later');
    await wait(7.1);
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, status: 'past_due' });
    expect((await invoicesOf(person))[0]).toMatchObject({ status: 'unpaid', amount_paid: 0 });
    await wait(3);
    expect(await world.planOf(person)).toMatchObject({ has_pro_plan: false, status: 'canceled' });
  });

  test('catches up after a long stop of the server, one period after another', async () => {
    const person = await withoutTrial();
    await world.buy(person, 'pro', 'monthly');
    await wait(100);
    const invoices = await invoicesOf(person);
    expect(invoices.map(({ number }) => number.slice(-4))).toEqual(['0004', '0003', '0002', '0001']);
    expect(new Set(invoices.map(({ created }) => created)).size).toBe(4);
  });

  test('stays with the account that bought it when the address changes', async () => {
    const person = await withoutTrial();
    await world.buy(person, 'premium', 'monthly');
    await world.database.query('update auth.users set email = $2 where id = $1', [person.uid, 'moved@sloy.test']);
    const heir = await world.person(person.email);
    await wait(31);
    expect(await world.planOf(person)).toMatchObject({ has_premium_plan: true });
    expect(await world.planOf(heir)).not.toMatchObject({ has_premium_plan: true });
    expect((await world.ask(`/billing-history/${person.email}`, { token: heir.token })).body).toMatchObject({
      total_count: 0,
    });
    expect((await world.ask('/billing-history/moved@sloy.test', { token: person.token })).body).toMatchObject({
      total_count: 2,
      has_more: false,
    });
  });
});

test('the portal shows the plan and cancels, resumes, changes and refunds with plain forms; another account’s pass gives no access', async () => {
  const person = await withoutTrial();
  await world.buy(person, 'pro', 'monthly');
  const { body } = await world.ask('/portal-session', { token: person.token, body: {} });
  const press = async (form: Record<string, string>) => {
    const answer = await fetch(String(body.url), { method: 'POST', body: new URLSearchParams(form) });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await world.ask(String(body.url))).text).toContain('Pro, месечен');
  expect((await press({ action: 'cancel' })).text).toContain('Отказахте се. Достъпът Ви остава до');
  expect((await press({ action: 'resume' })).text).toContain('Абонаментът продължава.');
  expect((await press({ action: 'change', plan: 'premium', period: 'yearly' })).text).toContain('Premium, годишен');
  expect((await press({ action: 'change', plan: 'premium', period: 'yearly' })).text).toContain(
    'Това е сегашният Ви план.',
  );
  expect((await press({ action: 'give-me-all' })).status).toBe(200);
  // After a purchase and a change of plan, the first refund undoes the change and the second refund undoes the purchase.
  expect((await world.ask(String(body.url))).text).toContain('планът Ви отново е Pro, месечен');
  expect((await press({ action: 'refund' })).text).toContain('Парите са върнати');
  expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true, status: 'active', billing_period: 'monthly' });
  expect((await press({ action: 'refund' })).text).toContain('Парите са върнати');
  expect(await world.planOf(person)).toMatchObject({ has_pro_plan: false, status: 'canceled' });
  expect((await world.ask(`${String(body.url).slice(0, -4)}AAAA`)).status).toBe(403);
  world.clock.now += DAY;
  expect((await world.ask(String(body.url))).status).toBe(403);
  expect((await world.ask('/portal?prefilled_email=x')).text).toContain('Отворете портала от настройките си');
});

test('an event that the webhook did not accept is delivered again until it is accepted', async () => {
  const person = await withoutTrial();
  const broken = `create function billing.break() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$;
    create trigger break before insert on billing.handled_events for each row execute function billing.break()`;
  await world.database.exec(broken);
  await world.buy(person, 'pro', 'monthly');
  expect(await world.planOf(person)).toMatchObject({ has_pro_plan: false });
  await world.database.exec('drop trigger break on billing.handled_events; drop function billing.break()');
  await world.settle();
  expect(await world.planOf(person)).toMatchObject({ has_pro_plan: true });
  expect(await world.database.query("select id from billing.test_objects where kind = 'event'")).toEqual([]);
});

test('prices are the product’s own, for everyone', async () => {
  const { body } = await world.ask('/subscription-prices', { body: {} });
  expect(body).toEqual({
    prices: [
      { plan: 'pro', period: 'monthly', amount: 1500, currency: 'EUR', leva: 29 },
      { plan: 'pro', period: 'yearly', amount: 14_400, currency: 'EUR', leva: 281 },
      { plan: 'premium', period: 'monthly', amount: 3000, currency: 'EUR', leva: 59 },
      { plan: 'premium', period: 'yearly', amount: 28_800, currency: 'EUR', leva: 562 },
    ],
    trial_days: 7,
    trial_available: null,
  });
});

test('an event about an unknown object is ignored, and one with the signature of another body is rejected', async () => {
  const event = JSON.stringify({
    id: 'evt_unknown',
    type: 'customer.subscription.updated',
    created: 1,
    data: { object: { id: 'sub_unknown' } },
  });
  const headers = { 'sloy-signature': signatureOf(event, PAYMENTS_SECRET, world.clock.now) };
  expect((await world.ask('/webhook', { raw: event, headers })).body).toEqual({ received: true, outcome: 'ignored' });
  expect((await world.ask('/webhook', { raw: `${event} `, headers })).code).toBe('invalid_signature');
});
