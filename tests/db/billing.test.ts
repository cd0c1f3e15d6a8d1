/** A plan is correct in whatever order the provider's updates arrive. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { buildSchool, free } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());
beforeEach(() =>
  database.exec('delete from billing.handled_events; delete from billing.subscriptions; delete from public.payments'),
);

const subscription = (change: object = {}) => ({
  id: 'sub_1',
  provider: 'test',
  customer_id: 'cus_1',
  user_id: free.uid,
  email: free.email,
  plan: 'pro',
  period: 'monthly',
  status: 'active',
  current_period_end: '2026-12-20T10:00:00Z',
  trial_ends_at: null,
  cancel_at_period_end: false,
  started_at: '2026-11-20T10:00:00Z',
  ...change,
});
const invoice = (change: object = {}) => ({
  id: 'in_1',
  subscription_id: 'sub_1',
  user_id: free.uid,
  email: free.email,
  number: 'СЛ-1',
  status: 'succeeded',
  amount_paid: 1_500,
  amount_due: 1_500,
  refunded: 0,
  currency: 'EUR',
  created_at: '2026-11-20T10:00:00Z',
  ...change,
});

let events = 0;
const apply = async (ticket: number, state: object | null, invoices: object[] = [], event = `evt_${++events}`) => {
  const [row] = await database.query<{ said: string }>(
    'select public.billing_apply($1, $2, $3, $4::jsonb, $5::jsonb) as said',
    [event, 'customer.subscription.updated', ticket, JSON.stringify(state), JSON.stringify(invoices)],
  );
  return row?.said;
};
const plan = async () =>
  (
    await database.query(
      'select has_pro_plan, has_premium_plan, status from public.user_subscriptions where user_id = $1',
      [free.uid],
    )
  )[0];
const payment = async () => (await database.query('select amount, refunded, status from public.payments'))[0];

test('an outdated read of a subscription or an invoice overwrites nothing', async () => {
  await apply(2, subscription({ plan: 'premium' }), [invoice({ status: 'refunded', refunded: 1_500 })]);
  expect(await apply(1, subscription(), [invoice()])).toBe('applied');
  expect(await plan()).toEqual({ has_pro_plan: false, has_premium_plan: true, status: 'active' });
  expect(await payment()).toEqual({ amount: 1_500, refunded: 1_500, status: 'refunded' });
  await apply(3, subscription({ status: 'canceled' }));
  expect(await plan()).toEqual({ has_pro_plan: false, has_premium_plan: false, status: 'canceled' });
});

test('an event counts once', async () => {
  expect(await apply(1, subscription(), [], 'evt_once')).toBe('applied');
  expect(await apply(2, subscription({ plan: 'premium' }), [], 'evt_once')).toBe('duplicate');
  expect(await plan()).toMatchObject({ has_pro_plan: true, has_premium_plan: false });
});

test('the owner of a subscription never changes, whatever a later report names', async () => {
  await apply(1, subscription());
  await apply(2, subscription({ user_id: null, email: 'somebody@else.test' }));
  expect(await database.query('select user_id, email from billing.subscriptions')).toEqual([
    { user_id: free.uid, email: free.email },
  ]);
});
