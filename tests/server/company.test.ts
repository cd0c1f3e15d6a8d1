import { afterAll, beforeAll, expect, test } from 'vitest';
import { capturedLog } from './captured-log';
import { type FakeStripe, startFakeStripe } from './fake-stripe';
import { openPayments, type PaymentsDeps, type Person } from './payments-harness';

// A company is stored, printed on invoices and sent to the provider, with the sandbox and with Stripe.

const company = {
  name: 'Слоеве ООД',
  company_id: '175074752',
  vat_number: 'BG175074752',
  address: 'София, бул. Витоша 1',
};
let fake: FakeStripe;
let sandbox: PaymentsDeps;
let stripe: PaymentsDeps;
beforeAll(async () => {
  fake = await startFakeStripe();
  const api = { host: '127.0.0.1', port: fake.port, protocol: 'http' as const };
  sandbox = await openPayments();
  stripe = await openPayments({
    database: sandbox.database,
    stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', portalLogin: undefined, api },
  });
}, 120_000);
afterAll(async () => {
  await stripe.close();
  await sandbox.close();
  await fake.stop();
});

const save = (world: PaymentsDeps, { token }: Person, body: unknown) => world.ask('/billing-details', { token, body });
const buyers = async ({ token, email }: Person) =>
  ((await sandbox.ask(`/billing-history/${email}`, { token })).body.invoices as { buyer: unknown }[]).map(
    ({ buyer }) => buyer,
  );

test('the first company is added to earlier invoices; a later one only to new invoices', async () => {
  const person = await sandbox.person('company@sloy.test');
  await sandbox.buy(person, 'pro', 'monthly');
  expect(await buyers(person)).toEqual([null]);
  expect((await save(sandbox, person, { company })).body).toEqual({ company });
  expect(await buyers(person)).toEqual([company]);
  const next = { ...company, name: 'Нови слоеве ЕООД' };
  await save(sandbox, person, { company: next });
  sandbox.clock.now += 8 * 86_400_000;
  await sandbox.settle();
  expect(await buyers(person)).toEqual([next, company]);
  // The sandbox stores the buyer as Stripe does, and its portal shows the company.
  const opened = await sandbox.ask('/portal-session', { token: person.token, body: {} });
  expect((await sandbox.ask(String(opened.body.url))).text).toContain('Фактурите са на Нови слоеве ЕООД, 175074752');
  const [profile] = await sandbox.database.query<{ body: { company: unknown } }>(
    `select body from sync.feed where kind = 'profiles' and row_id = $1`,
    [person.uid],
  );
  expect(profile?.body.company).toEqual(next);
  expect((await save(sandbox, person, { company: null })).body).toEqual({ company: null });
  expect(await buyers(person)).toEqual([next, company]);
});

test.each([
  ['a wrong check digit', { ...company, company_id: '175074753' }],
  ['a VAT number of no country', { ...company, vat_number: 'XX123456789' }],
  ['neither number', { ...company, company_id: '', vat_number: '' }],
  ['no address', { ...company, address: '' }],
  ['an unknown field', { ...company, plan: 'premium' }],
])('%s is rejected, and nothing is stored', async (_, wrong) => {
  const person = await sandbox.person(`wrong-${Math.random()}@sloy.test`);
  expect((await save(sandbox, person, { company: wrong })).status).toBe(400);
  expect(await sandbox.database.query('select from public.billing_details where user_id = $1', [person.uid])).toEqual(
    [],
  );
});

test('the details require a token', async () => {
  expect((await sandbox.ask('/billing-details', { body: { company } })).status).toBe(401);
});

test('Stripe receives name, address, both numbers and the invoice field with the first checkout', async () => {
  const person = await sandbox.person('stripe-company@sloy.test');
  await save(stripe, person, { company });
  expect(fake.requests).toEqual([]);
  const opened = await stripe.ask('/create-checkout-session', {
    token: person.token,
    body: { plan: 'pro', period: 'monthly' },
  });
  expect(opened.status).toBe(200);
  expect(fake.requests.find(({ what }) => what === 'POST /v1/customers')?.form).toMatchObject({
    name: 'Слоеве ООД',
    'address[line1]': 'София, бул. Витоша 1',
    'tax_id_data[0][type]': 'bg_uic',
    'tax_id_data[0][value]': '175074752',
    'tax_id_data[1][type]': 'eu_vat',
    'tax_id_data[1][value]': 'BG175074752',
    'invoice_settings[custom_fields][0][value]': '175074752',
  });
  expect(fake.requests.find(({ what }) => what === 'POST /v1/checkout/sessions')?.form.customer).toBe('cus_new');
});

test('the Stripe customer is updated with the company; a number that Stripe rejects is not stored', async () => {
  const person = await sandbox.person('stripe-customer@sloy.test');
  await stripe.database.query(
    `insert into billing.subscriptions (id, provider, customer_id, user_id, email, plan, period, status, started_at, ticket)
     values ('sub_c', 'stripe', 'cus_c', $1, $2, 'pro', 'monthly', 'active', now(), 1)`,
    [person.uid, person.email],
  );
  fake.taxIds = [{ id: 'txi_old', type: 'eu_vat', value: 'DE123456789' }];
  expect((await save(stripe, person, { company })).status).toBe(200);
  expect(fake.taxIds.map(({ type, value }) => `${type} ${value}`)).toEqual(['bg_uic 175074752', 'eu_vat BG175074752']);
  expect(fake.requests.at(-1)).toMatchObject({ what: 'POST /v1/customers/cus_c', form: { name: 'Слоеве ООД' } });

  const rejected = await save(stripe, person, { company: { ...company, vat_number: 'DE999999999' } });
  expect([rejected.status, rejected.code]).toEqual([409, 'bad_company']);
  const stored = () =>
    stripe.database.query('select vat_number from public.billing_details where user_id = $1', [person.uid]);
  expect(await stored()).toEqual([{ vat_number: 'BG175074752' }]);

  fake.broken = 500;
  capturedLog();
  expect((await save(stripe, person, { company: null })).status).toBeGreaterThanOrEqual(500);
  fake.broken = undefined;
  expect(await stored()).toHaveLength(1);
  expect((await save(stripe, person, { company: null })).status).toBe(200);
  expect(fake.taxIds).toEqual([]);
  expect(await stored()).toEqual([]);
});
