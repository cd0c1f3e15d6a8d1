/** Each payment notification is sent once, to the account itself: the trial that ends, the failed payment, the ended plan, the refund. */
import { beforeEach, expect, it } from 'vitest';
import { free } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get: school, query, run } = schoolDatabase();

const sent = () =>
  query<{ title: string; message: string; type: string; topic: string; link: string }>(
    `select title, message, type, topic, link from public.notifications where user_id = '${free.uid}' and topic = 'billing' order by created_at, title`,
  );
const remind = () => query('select public.send_billing_reminders()');

let ticket = 0;
/** Writes a subscription and its invoices as the webhook does when the provider reports them. */
async function report(state: object, invoices: object[] = []) {
  ticket += 1;
  const subscription = {
    id: 'sub_n',
    provider: 'test',
    customer_id: null,
    user_id: free.uid,
    email: free.email,
    plan: 'pro',
    period: 'monthly',
    status: 'active',
    current_period_end: '2027-12-20T10:00:00Z',
    trial_ends_at: null,
    cancel_at_period_end: false,
    started_at: '2026-11-20T10:00:00Z',
    ...state,
  };
  await school().query(`select public.billing_apply($1, 'customer.subscription.updated', $2, $3::jsonb, $4::jsonb)`, [
    `evt_n${ticket}`,
    ticket,
    JSON.stringify(subscription),
    JSON.stringify(invoices.map((invoice) => ({ ...bill, ...invoice }))),
  ]);
}
const bill = {
  id: 'in_n',
  subscription_id: 'sub_n',
  user_id: free.uid,
  email: free.email,
  number: 'N-1',
  status: 'succeeded',
  amount_paid: 14_359,
  amount_due: 14_359,
  refunded: 0,
  currency: 'EUR',
  created_at: '2026-11-20T10:00:00Z',
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeEach(() =>
  run(`delete from public.notifications where topic = 'billing'; delete from sync.notified; delete from public.payments where user_id = '${free.uid}';
    delete from billing.subscriptions where id = 'sub_n'`),
);

it('a reminder that the account deleted is not sent again, nor mailed', async () => {
  await report({ status: 'trialing', trial_ends_at: inHours(70) });
  await remind();
  await run(`delete from public.notifications where topic = 'billing'`);
  await remind();
  expect(await sent()).toEqual([]);
  expect(await query('select public.take_billing_mails() as mails')).toEqual([{ mails: [] }]);
});

it('the end of a trial is announced three days and one day before, once each', async () => {
  await report({ status: 'trialing', trial_ends_at: inHours(100) });
  await remind();
  expect(await sent()).toEqual([]);
  await report({ status: 'trialing', trial_ends_at: inHours(70) });
  await remind();
  await remind();
  expect(await sent()).toMatchObject([
    { title: 'Пробният Ви период свършва след 3 дни', type: 'info', link: '/settings?tab=billing' },
  ]);
  await report({ status: 'trialing', trial_ends_at: inHours(20), cancel_at_period_end: true });
  await remind();
  await remind();
  const [, last] = await sent();
  expect(last).toMatchObject({ title: 'Пробният Ви период свършва утре' });
  expect(last?.message).toContain('не дължите нищо');
});

it('a failed payment is notified once, however often the provider reports it', async () => {
  const failed = { status: 'failed', amount_paid: 0, amount_due: 1_500 };
  await report({ status: 'past_due' }, [failed]);
  await report({ status: 'past_due' }, [failed]);
  expect(await sent()).toMatchObject([{ title: 'Плащането не мина', type: 'error', link: '/settings?tab=billing' }]);
  expect((await sent())[0]?.message).toContain('15,00 €');
});

const refunded = { status: 'refunded', refunded: 14_359 };
it.each([
  ['together', [[{ status: 'canceled' }, [refunded]]]],
  [
    'the end first',
    [
      [{ status: 'canceled' }, []],
      [{ status: 'canceled' }, [refunded]],
    ],
  ],
  [
    'the refund first',
    [
      [{}, [refunded]],
      [{ status: 'canceled' }, [refunded]],
    ],
  ],
] as const)('a refund that ends the plan is one notification, however it is reported: %s', async (_, reports) => {
  await report({}, [{}]);
  for (const [subscription, invoices] of [...reports, ...reports]) await report(subscription, [...invoices]);
  expect(await sent()).toMatchObject([{ title: 'Връщаме Ви 143,59 €', topic: 'billing', type: 'info' }]);
  expect((await sent())[0]?.message).toMatch(/банката\. Платеният Ви план свърши\.$/);
});

it('the end of a plan long after a refund has its own notification', async () => {
  await report({}, [{}]);
  await report({}, [refunded]);
  await query(`update public.notifications set created_at = now() - interval '1 hour'`);
  await report({ status: 'canceled' }, []);
  expect((await sent()).map(({ title }) => title).sort()).toEqual(['Връщаме Ви 143,59 €', 'Платеният Ви план свърши']);
});

it('each message is passed to the mail server once', async () => {
  await report({ status: 'past_due' }, [{ status: 'failed', amount_paid: 0, amount_due: 1_500 }]);
  const take = async () => (await query<{ mails: unknown[] }>('select public.take_billing_mails() as mails'))[0]?.mails;
  expect(await take()).toMatchObject([
    { email: free.email, title: 'Плащането не мина', link: '/settings?tab=billing' },
  ]);
  expect(await take()).toEqual([]);
});

it('an upgrade, a renewal and a cancellation send no notification about an end', async () => {
  await report({}, [{}]);
  await report({ plan: 'premium' });
  await report({ plan: 'pro', cancel_at_period_end: true });
  expect(await sent()).toEqual([]);
});

const unread = async () =>
  (
    await query<{ title: string }>(
      `select title from public.notifications where user_id = '${free.uid}' and topic = 'billing' and not is_read order by title`,
    )
  ).map(({ title }) => title);

it('a message that is no longer true is marked as read: a trial cancelled or over, a paid invoice, a new plan', async () => {
  await report({ status: 'trialing', trial_ends_at: inHours(70) });
  await remind();
  expect(await unread()).toEqual(['Пробният Ви период свършва след 3 дни']);
  await report({ status: 'trialing', trial_ends_at: inHours(70), cancel_at_period_end: true });
  expect(await unread()).toEqual([]);
  await report({ status: 'trialing', trial_ends_at: inHours(20) });
  await remind();
  expect(await unread()).toEqual(['Пробният Ви период свършва утре']);
  await report({ status: 'past_due' }, [{ status: 'failed', amount_paid: 0, amount_due: 1_500 }]);
  expect(await unread()).toEqual(['Плащането не мина']);
  await report({}, [{}]);
  expect(await unread()).toEqual([]);
  await report({ status: 'canceled' });
  expect(await unread()).toEqual(['Платеният Ви план свърши']);
  await report({});
  expect(await unread()).toEqual([]);
});
