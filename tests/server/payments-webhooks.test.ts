import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BillingStore } from '../../server/billing/billing-store';
import { SandboxProvider } from '../../server/billing/sandbox/sandbox-provider';
import { signatureOf } from '../../server/billing/signature';
import { handleEvent } from '../../server/billing/webhook';
import { startPostgres, type TestPostgres } from '../helpers/database';
import { Random } from '../helpers/random';
import { callOn, DAY, openPayments, PAYMENTS_SECRET, type PaymentsDeps, type Person } from './payments-harness';

// Payment events may arrive in any order, any number of times and in two processes: the final state is always the provider's.

interface Delivery {
  body: string;
  headers: Record<string, string>;
}

let world: PaymentsDeps;
let buyer: Person;
/** All events of one subscription's history, held back instead of delivered. */
let events: Delivery[];
/** A provider on the same storage whose events are never delivered. */
let silent: SandboxProvider;

const silentProvider = (store: BillingStore, clock: { now: number }, keep: (delivery: Delivery) => void) =>
  new SandboxProvider({
    store,
    secret: PAYMENTS_SECRET,
    now: () => clock.now,
    deliver: async (body, headers) => {
      keep({ body, headers });
      return true;
    },
  });
const purchase = (person: Person, trialDays = 0) => ({
  uid: person.uid,
  email: person.email,
  plan: 'pro' as const,
  period: 'monthly' as const,
  trialDays,
  customerId: null,
  company: null,
  successUrl: 'https://app.sloy.test/s',
  cancelUrl: 'https://app.sloy.test/c',
  base: 'http://x',
});

beforeAll(async () => {
  world = await openPayments();
  buyer = await world.person('order@sloy.test');
  events = [];
  silent = silentProvider(world.billing.store, world.clock, (delivery) => events.push(delivery));
  // The buyer bought (3 events), upgraded (2) and cancelled (1).
  const { id } = await silent.startCheckout(purchase(buyer));
  await silent.pay(id, 'pays');
  world.clock.now += DAY;
  const own = (await silent.subscriptionOf(buyer.uid))?.id ?? '';
  await silent.change({ id: own, customer_id: null }, { action: 'change', plan: 'premium', period: 'monthly' });
  await silent.change({ id: own, customer_id: null }, { action: 'cancel' });
}, 120_000);
afterAll(() => world.close());

const post = async (delivery: Delivery) => {
  const answer = await world.service.app.request('/webhook', {
    method: 'POST',
    headers: delivery.headers,
    body: delivery.body,
  });
  return { status: answer.status, outcome: ((await answer.json()) as { outcome?: string }).outcome };
};
const resigned = ({ body }: Delivery): Delivery => ({
  body,
  headers: { 'sloy-signature': signatureOf(body, PAYMENTS_SECRET, world.clock.now) },
});

/** A person's stored data without times and ticket numbers. */
async function writtenOf(person: Person) {
  const [row] = await world.database.query<{ written: string }>(
    `select jsonb_build_object(
      'plan', (select to_jsonb(u) - 'id' - 'created_at' - 'updated_at' from public.user_subscriptions u where u.user_id = $1),
      'subscriptions', (select jsonb_agg(to_jsonb(s) - 'ticket') from billing.subscriptions s where s.user_id = $1),
      'payments', (select jsonb_agg(to_jsonb(p) - 'id' - 'ticket' - 'updated_at' order by p.invoice_id) from public.payments p where p.user_id = $1),
      'events', (select count(*) from billing.handled_events))::text as written`,
    [person.uid],
  );
  return row?.written ?? '';
}

const tamperings: Record<string, (delivery: Delivery) => Delivery> = {
  'forged with another secret': ({ body }) => ({
    body,
    headers: { 'sloy-signature': signatureOf(body, 'guessed-secret', world.clock.now) },
  }),
  'without a signature': ({ body }) => ({ body, headers: {} }),
  'with an empty signature': ({ body }) => ({ body, headers: { 'sloy-signature': 't=,v1=' } }),
  "with Stripe's header": ({ body }) => ({
    body,
    headers: { 'stripe-signature': signatureOf(body, PAYMENTS_SECRET, world.clock.now) },
  }),
  'altered after it was signed': ({ body, headers }) => ({ body: body.replace('"type"', '"type" '), headers }),
  'signed for another body': ({ body }) => ({
    body,
    headers: { 'sloy-signature': signatureOf('{}', PAYMENTS_SECRET, world.clock.now) },
  }),
  'with the time of another signature': ({ body, headers }) => ({
    body,
    headers: {
      'sloy-signature': String(headers['sloy-signature']).replace(
        /t=\d+/,
        `t=${Math.floor(world.clock.now / 1000) + 1}`,
      ),
    },
  }),
  'older than the tolerance': ({ body }) => ({
    body,
    headers: { 'sloy-signature': signatureOf(body, PAYMENTS_SECRET, world.clock.now - 301_000) },
  }),
  'from the future': ({ body }) => ({
    body,
    headers: { 'sloy-signature': signatureOf(body, PAYMENTS_SECRET, world.clock.now + 302_000) },
  }),
  'that is no event': () => resigned({ body: '{"id":"x"}', headers: {} }),
};

test('six events in all 720 orders, with duplicates and forgeries in between, end in the same state; no forgery is accepted', {
  timeout: 300_000,
}, async () => {
  expect(events.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()).toEqual([
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice.paid',
  ]);
  const fresh = events.map(resigned);
  // Signatures expire, so held-back events are signed again, as a provider does at each delivery.
  const ends = new Map<string, number>();
  const forgeries = Object.values(tamperings);
  let accepted = 0;
  let orders = 0;
  let steps = 0;
  // Visits all orders of the events as a tree: orders with the same first events share these deliveries, and a savepoint undoes the last one.
  const deliver = async (left: Delivery[], done: Delivery[]): Promise<void> => {
    if (left.length === 0) {
      orders += 1;
      const end = await writtenOf(buyer);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      return;
    }
    for (const next of left) {
      await world.database.exec('savepoint step');
      steps += 1;
      // Between two deliveries, posts a forged version of a past or future event, and repeats an event.
      const forged = forgeries[steps % forgeries.length]?.(fresh[steps % 6] as Delivery) as Delivery;
      if ((await post(forged)).status !== 400) accepted += 1;
      expect(await post(next)).toEqual({ status: 200, outcome: 'applied' });
      const come = [...done, next];
      expect(await post(come[steps % come.length] as Delivery)).toEqual({ status: 200, outcome: 'duplicate' });
      await deliver(
        left.filter((other) => other !== next),
        come,
      );
      await world.database.exec('rollback to savepoint step; release savepoint step');
    }
  };
  await world.database.exec('begin');
  try {
    await deliver(fresh, []);
  } finally {
    await world.database.exec('rollback');
  }
  expect([orders, [...ends.values()], steps, accepted]).toEqual([720, [720], 1956, 0]);
  const end = JSON.parse([...ends.keys()][0] ?? '{}') as Record<string, unknown>;
  expect(end).toMatchObject({
    events: 6,
    plan: {
      has_pro_plan: false,
      has_premium_plan: true,
      status: 'active',
      billing_period: 'monthly',
      cancel_at_period_end: true,
    },
    payments: expect.arrayContaining([
      expect.objectContaining({ amount: 1500, status: 'succeeded', user_id: buyer.uid }),
    ]),
  });
  expect((end.payments as unknown[]).length).toBe(2);
});

test.each(Object.entries(tamperings))('an event %s is rejected and leaves no trace', async (_, tamper) => {
  const before = await writtenOf(buyer);
  for (const delivery of events) {
    const { body, headers } = tamper(resigned(delivery));
    const answer = await world.ask('/webhook', { raw: body, headers });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_signature']);
  }
  expect(await writtenOf(buyer)).toBe(before);
});

test('over real HTTP: late, duplicate and replayed deliveries end in the current plan and reach the feed', async () => {
  const random = new Random(7);
  const all = [...events, ...events, ...events].map(resigned).sort(() => random.next() - 0.5);
  const answers = await Promise.all(all.map(({ body, headers }) => world.ask('/webhook', { raw: body, headers })));
  expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(answers.filter(({ body }) => body.outcome === 'applied').length).toBe(6);
  expect(await world.planOf(buyer)).toMatchObject({
    has_premium_plan: true,
    has_pro_plan: false,
    cancel_at_period_end: true,
  });
});

test('the fetched state is written, not the event’s snapshot', async () => {
  const person = await world.person('late@sloy.test');
  const kept: Delivery[] = [];
  const provider = silentProvider(world.billing.store, world.clock, (delivery) => kept.push(delivery));
  const { id } = await provider.startCheckout(purchase(person));
  await provider.pay(id, 'pays');
  const own = (await provider.subscriptionOf(person.uid))?.id ?? '';
  await provider.change({ id: own, customer_id: null }, { action: 'refund' });
  // Only the oldest event is delivered.
  await post(resigned(kept[0] as Delivery));
  expect(await world.planOf(person)).toMatchObject({ has_pro_plan: false, status: 'canceled' });
});

describe('two processes on one database', () => {
  let cluster: TestPostgres;
  beforeAll(async () => {
    cluster = await startPostgres();
  }, 120_000);
  afterAll(() => cluster.stop());

  test('slow reads, duplicates and concurrent changes never leave an older state', {
    timeout: 120_000,
  }, async () => {
    const [one, two] = [await cluster.connect(), await cluster.connect()];
    const clock = { now: Date.now() };
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new Random(seed);
      const uid = random.uuid();
      const person = { uid, email: `race-${seed}@sloy.test`, token: '' };
      await cluster.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
        uid,
        person.email,
      ]);
      const kept: Delivery[] = [];
      const stores = [new BillingStore(callOn(one)), new BillingStore(callOn(two))] as const;
      const provider = silentProvider(new BillingStore(callOn(cluster)), clock, (delivery) => kept.push(delivery));
      // A provider whose state is read slowly, so that the results of other reads can be written before this read ends.
      const lingering = silentProvider(stores[0], clock, () => undefined);
      const read = lingering.read.bind(lingering);
      lingering.read = async (event) => {
        const reading = await read(event);
        for (let turns = random.below(12); turns > 0; turns -= 1) await new Promise((later) => setImmediate(later));
        return reading;
      };
      const running: Promise<unknown>[] = [];
      const news = () => {
        for (const { body } of kept.splice(0)) {
          const times = 1 + random.below(3);
          for (let n = 0; n < times; n += 1) {
            const header = () => signatureOf(body, PAYMENTS_SECRET, clock.now);
            running.push(handleEvent(lingering, random.pick(stores), body, header));
          }
        }
      };
      const { id } = await provider.startCheckout(purchase(person, random.below(2) * 7));
      await provider.pay(id, 'pays');
      news();
      const own = { id: (await provider.subscriptionOf(uid))?.id ?? '', customer_id: null };
      for (let n = 0; n < 6; n += 1) {
        const plan = random.pick(['pro', 'premium'] as const);
        const change = random.pick([
          { action: 'cancel' },
          { action: 'resume' },
          { action: 'change', plan, period: 'monthly' },
        ] as const);
        await provider.change(own, change).catch(() => undefined);
        news();
        await new Promise((later) => setImmediate(later));
      }
      await Promise.all(running);
      const [truth] = await provider.subscriptionOf(uid).then((found) => [found?.contract]);
      const [row] = await cluster.query(
        'select has_premium_plan, status, cancel_at_period_end from public.user_subscriptions where user_id = $1',
        [uid],
      );
      expect(row, `seed ${seed}`).toEqual({
        has_premium_plan: truth?.plan === 'premium',
        status: truth?.status,
        cancel_at_period_end: truth?.cancel_at_period_end,
      });
    }
  });
});
