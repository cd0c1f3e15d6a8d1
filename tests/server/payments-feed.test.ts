import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/shared/new-id';
import { httpServer } from '../../server/http/http-server';
import { RateLimiter } from '../../server/http/rate-limit';
import { callOver, consoleAccessOver, serviceClient } from '../../server/http/service-client';
import { openService } from '../../server/service-app';
import { learner, startTestServer, type TestServer } from './harness';

// The whole server on the real migrations: a payment reaches the learner's devices, and only the payment module writes a plan.

let server: TestServer;
let ani: Awaited<ReturnType<typeof learner>>;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve(import.meta.dirname, '../../supabase') });
  ani = await learner(server, 'payer');
}, 120_000);
afterAll(() => server.stop());

const paymentsAsk = async (path: string, token: string, body: unknown, base = server.paymentsUrl) => {
  const headers = { authorization: `Bearer ${token}`, origin: server.url, 'content-type': 'application/json' };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
};

interface Scope {
  scope: string;
  denied?: boolean;
  rows?: { kind: string; body: Record<string, unknown> | null }[];
}
const pull = async (scopes: string[]) => {
  const { data, error } = await ani.client.rpc('sync_pull', {
    p_cursors: scopes.map((scope) => ({ scope, seq: 0 })),
    p_limit: 1000,
  });
  if (error) throw error;
  return data as Scope[];
};
const planIn = (scopes: Scope[]) => scopes[0]?.rows?.find(({ kind }) => kind === 'subscriptions')?.body;

test('a payment pokes the account’s devices, and with their next pull they may follow the scopes of the plan', async () => {
  const own = `account:${ani.uid}`;
  await ani.client.realtime.setAuth(ani.token);
  let poked: () => void = () => undefined;
  const heard = new Promise<void>((done) => {
    poked = done;
  });
  await new Promise<void>((joined) =>
    ani.client
      .channel(`scope:${own}`, { config: { private: true } })
      .on('broadcast', { event: 'poke' }, () => poked())
      .subscribe((status) => status === 'SUBSCRIBED' && joined()),
  );
  const before = await pull([own, 'plan:basic', 'plan:premium']);
  expect([planIn(before)?.has_premium_plan, before[1]?.denied, before[2]?.denied]).toEqual([false, true, true]);

  const { url } = await paymentsAsk('/create-checkout-session', ani.token, { plan: 'premium', period: 'monthly' });
  const paid = await fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams({ card: 'pays' }),
    redirect: 'manual',
  });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${server.url}/checkout/success`]);
  // Wait for the poke, which tells the device about the payment. A device pulls at once after a poke on its account's scope.
  await heard;
  const after = await pull([own, 'plan:basic', 'plan:premium']);
  expect(planIn(after)).toMatchObject({ has_premium_plan: true, status: 'trialing', cancel_at_period_end: false });
  expect([after[1]?.denied, after[2]?.denied]).toEqual([undefined, undefined]);

  // Once the plan has ended, the account may no longer follow the plan's scopes.
  const ended = await server.backend.database.run('select id from billing.subscriptions', []);
  await server.backend.database.run(
    'select billing.write_subscription(nextval(\'billing.tickets\'), to_jsonb(s) || \'{"status": "canceled"}\') from billing.subscriptions s',
    [],
  );
  expect(ended.length).toBe(1);
  const late = await pull([own, 'plan:basic', 'plan:premium']);
  expect([planIn(late)?.has_premium_plan, late[1]?.denied, late[2]?.denied]).toEqual([false, true, true]);
  await ani.client.realtime.removeAllChannels();
});

test('after a full refund the account takes no seat, sees no join link and hands in nothing, with the next purchase it does', async () => {
  const vera = await learner(server, 'refunded');
  const ids = [newId(), newId(), newId(), newId()] as const;
  const [event, course, quiz, lesson] = ids;
  const { run } = server.backend.database;
  await run("insert into billing.trials (address_digest) values (billing.address_digest('refunded@school.test'))", []);
  await run(
    "insert into public.events (id, title, start_date, end_date, join_url) values ($1, 'Среща', now(), now() + interval '1 day', 'https://meet.example.com/x')",
    [event],
  );
  await run("insert into public.courses (id, title, plan_type, status) values ($1, 'Курс', 'premium', 'published')", [
    course,
  ]);
  await run("insert into public.videos (id, course_id, title) values ($1, $2, 'Урок')", [lesson, course]);
  await run("insert into public.tests (id, course_id, video_id, title) values ($1, $2, $3, 'Тест')", [
    quiz,
    course,
    lesson,
  ]);
  const buy = async () => {
    const { url } = await paymentsAsk('/create-checkout-session', vera.token, { plan: 'premium', period: 'monthly' });
    await fetch(String(url), { method: 'POST', body: new URLSearchParams({ card: 'pays' }), redirect: 'manual' });
  };
  const document = (kind: string, key: string, at: number, data: object) => ({
    ...{ id: `${kind}/${key}`, kind, rev: 0, at, active_on: new Date(at).toISOString().slice(0, 10), data },
  });
  /** Hands in a seat, a quiz and a comment with this date. */
  const act = async (at: number) => {
    const docs = [
      document('registration', event, at, { event_id: event, registered: true }),
      document('attempt', newId(), at, {
        ...{ test_id: quiz, started_at: at, finished_at: at, time_spent: 1_000, answers: {} },
      }),
      document('comment', newId(), at, { video_id: lesson, content: 'Здравейте', created_at: at, deleted: false }),
    ];
    const { data, error } = await vera.client.rpc('sync_push', { p_docs: docs });
    if (error) throw error;
    return (data as { status: string; code?: string }[]).map(({ status, code }) => code ?? status);
  };
  const link = async () => (await vera.client.rpc('event_join_link', { p_event: event })).data as string | null;

  await buy();
  expect(await paymentsAsk('/update-subscription', vera.token, { action: 'refund' })).toMatchObject({
    subscribed: false,
  });
  for (const at of [Date.now(), Date.now() - 3_600_000]) expect(await act(at)).toEqual(Array(3).fill('forbidden'));
  expect(await vera.client.rpc('register_for_event', { p_user_id: vera.uid, p_event_id: event })).toMatchObject({
    error: { message: 'forbidden' },
  });
  await buy();
  expect([await act(Date.now()), await link()]).toEqual([
    ['applied', 'applied', 'applied'],
    'https://meet.example.com/x',
  ]);
  await paymentsAsk('/update-subscription', vera.token, { action: 'refund' });
  expect(await link()).toBeNull();
});

test('no client can call the payment service’s functions over REST', async () => {
  for (const [name, args] of [
    ['billing_begin', { p_event: 'evt_1' }],
    ['billing_apply', { p_event: 'evt_1', p_type: 'x', p_ticket: 1, p_subscription: { id: 'sub_1' }, p_invoices: [] }],
    ['billing_account', { p_user: null, p_email: 'payer@school.test' }],
    ['billing_history', { p_user: ani.uid, p_limit: 1, p_offset: 0 }],
    ['billing_orphans', {}],
    ['billing_repeated_trials', {}],
    ['billing_test_read', { p_id: null, p_owner: null, p_kind: null, p_due: null }],
    ['billing_test_save', { p_rows: [] }],
  ] as const) {
    expect((await ani.client.rpc(name, args)).error?.code, name).toBe('42501');
  }
  const headers = {
    apikey: server.backend.publishableKey,
    authorization: `Bearer ${ani.token}`,
    'accept-profile': 'billing',
  };
  expect((await fetch(`${server.url}/rest/v1/subscriptions`, { headers })).status).toBe(406);
  const payment = {
    user_id: ani.uid,
    email: 'payer@school.test',
    amount: 0,
    status: 'succeeded',
    plan_type: 'premium',
  };
  expect((await ani.client.from('payments').insert(payment)).error?.code).toBe('42501');
  // An account may read its own payments.
  expect((await ani.client.from('payments').select('amount')).data).toEqual([{ amount: 0 }]);
});

test('beside a hosted project the service asks the auth service to verify a token', async () => {
  const client = serviceClient(server.url, server.backend.secrets.secret_key);
  const { app } = openService({
    call: callOver(client),
    stripe: undefined,
    secret: 'x'.repeat(32),
    limiter: new RateLimiter({ relaxed: true }),
    trustProxy: false,
    identify: async (token) => (await client.auth.getUser(token)).data.user?.id,
    consoleAccess: consoleAccessOver(server.url, server.backend.publishableKey),
    mayCall: (origin) => origin === server.url,
    appOrigin: () => server.url,
    publicUrl: 'https://pay.sloy.test',
    pingDatabase: async () => undefined,
  });
  const alone = httpServer(app.fetch);
  await new Promise<void>((done) => alone.listen(0, done));
  const base = `http://localhost:${(alone.address() as AddressInfo).port}`;
  const boris = await learner(server, 'hosted');
  const opened = await paymentsAsk('/create-checkout-session', boris.token, { plan: 'pro', period: 'monthly' }, base);
  expect(opened.url).toMatch(/^https:\/\/pay\.sloy\.test\/test-checkout\/cs_test_/);
  expect(await paymentsAsk('/check-subscription', `${boris.token.slice(0, -4)}AAAA`, {}, base)).toMatchObject({
    error: { code: 'unauthorized' },
  });
  await new Promise((done) => alone.close(done));
});
