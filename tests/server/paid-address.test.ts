import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeStripe, startFakeStripe, stripeInvoice, stripeSubscription } from './fake-stripe';
import { learner, startTestServer, type TestServer } from './harness';

// A plan that was paid for an e-mail address goes only to an account that has confirmed the address. Signed Stripe events report the payments.

const WEBHOOK_SECRET = 'whsec_of_the_test';
const { webhooks } = new Stripe('sk_test_x');
let stripe: FakeStripe;
let server: TestServer;
beforeAll(async () => {
  stripe = await startFakeStripe();
  server = await startTestServer({
    supabaseDir: join(import.meta.dirname, '../../supabase'),
    sandboxPayments: false,
    stripe: {
      secretKey: 'sk_test_x',
      webhookSecret: WEBHOOK_SECRET,
      portalLogin: undefined,
      api: { host: '127.0.0.1', port: stripe.port, protocol: 'http' },
    },
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

let events = 0;
/** Reports a paid subscription as Stripe does. @param metadata names the account that bought it; empty for a purchase elsewhere */
async function report(id: string, email: string, metadata: Record<string, string> = {}, secret = WEBHOOK_SECRET) {
  const now = Date.now();
  stripe.subscriptions.set(id, stripeSubscription(id, { now, email, metadata, key: 'sloy_premium_monthly_3000' }));
  stripe.invoices.set(`in_${id}`, stripeInvoice(`in_${id}`, id, { amount: 3_000, now, customer_email: email }));
  events += 1;
  const payload = JSON.stringify({
    id: `evt_${events}`,
    object: 'event',
    api_version: 'x',
    created: 1,
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: { id: `cs_${id}`, object: 'checkout.session', subscription: id, invoice: `in_${id}` } },
  });
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(now / 1000) });
  const answer = await fetch(`${server.paymentsUrl}/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return answer.status;
}

type Learner = Awaited<ReturnType<typeof learner>>;
const hasPremium = async ({ client }: Pick<Learner, 'client'>) =>
  (await client.rpc('has_plan', { p_plan: 'premium' })).data;

/** Requests a link for the account's own address and opens it in the same browser. */
async function prove({ token }: Learner, email: string): Promise<void> {
  const call = (path: string, body: unknown, bearer?: string) =>
    fetch(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: server.backend.publishableKey,
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    });
  expect((await call('address/link', {}, token)).status).toBe(200);
  const mail = server.backend.mailbox.mails().find(({ to }) => to === email)?.html ?? '';
  const token_hash = /token_hash=(\w+)/.exec(mail)?.[1];
  expect((await call('verify', { token_hash, type: 'magiclink' }, token)).status).toBe(200);
}

test('an account that registers the address later gets the plan after the proof, not at the registration', async () => {
  expect(await report('sub_before', 'before@school.test')).toBe(200);
  const account = await learner(server, 'before');
  expect(await hasPremium(account)).toBe(false);
  await prove(account, 'before@school.test');
  expect(await hasPremium(account)).toBe(true);
});

test('an account that is already registered gets the plan after the proof, not at the payment', async () => {
  const account = await learner(server, 'after');
  expect(await report('sub_after', 'after@school.test')).toBe(200);
  expect(await hasPremium(account)).toBe(false);
  await prove(account, 'after@school.test');
  expect(await hasPremium(account)).toBe(true);
});

test('an account with a confirmed address gets the plan at the payment', async () => {
  const account = await learner(server, 'proven');
  await prove(account, 'proven@school.test');
  expect(await report('sub_proven', 'Proven@school.test')).toBe(200);
  expect(await hasPremium(account)).toBe(true);
});

test('a plan that the account itself bought is active at once, without a proof', async () => {
  const account = await learner(server, 'buyer');
  expect(await report('sub_own', 'buyer@school.test', { user_id: account.uid, email: 'buyer@school.test' })).toBe(200);
  expect(await hasPremium(account)).toBe(true);
});

test('a report with a wrong signature grants nothing', async () => {
  const account = await learner(server, 'forged');
  await prove(account, 'forged@school.test');
  expect(await report('sub_forged', 'forged@school.test', { user_id: account.uid }, 'whsec_guessed')).toBe(400);
  expect(await hasPremium(account)).toBe(false);
});
