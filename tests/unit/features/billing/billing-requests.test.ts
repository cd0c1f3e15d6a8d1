// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSubscription } from '@/device/session/plan-requests';
import { fetchBillingHistory, openPortal, startCheckout } from '@/features/billing/requests';
import { parsePendingPlan } from '@/features/billing/rules/pending-plan';

// The client must interpret every response of the billing service correctly. The network is mocked; tests/server tests the service itself.

let session: { access_token: string } | null;
let row: { has_pro_plan: boolean; has_premium_plan: boolean } | null;
vi.mock('@sync', () => {
  const table = {
    select: () => table,
    ilike: () => table,
    abortSignal: () => table,
    maybeSingle: async () => ({ data: row, error: null }),
  };
  return { supabase: () => ({ auth: { getSession: async () => ({ data: { session } }) }, from: () => table }) };
});

const asked: { url: string; init: RequestInit | undefined }[] = [];
let answers: Record<string, () => Response>;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  asked.length = 0;
  session = { access_token: 'a.b.c' };
  row = null;
  answers = { '/config.json': () => json({ payments: 'http://pay.test:4000' }) };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    const answer = answers[url.replace('http://pay.test:4000', '')];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('the payment backend', () => {
  it('is called with the session’s token at the URL that the page’s server returns', async () => {
    answers['/create-checkout-session'] = () => json({ id: 'cs_1', url: 'https://checkout.test/x', trial_days: 7 });
    expect(await startCheckout('pro', 'yearly')).toBe('https://checkout.test/x');
    expect(asked.at(-1)).toMatchObject({
      url: 'http://pay.test:4000/create-checkout-session',
      init: { method: 'POST', body: '{"plan":"pro","period":"yearly"}', headers: { authorization: 'Bearer a.b.c' } },
    });
  });

  it('is not called on another port while the page’s server does not answer', async () => {
    vi.resetModules();
    delete answers['/config.json'];
    const fresh = await import('@/features/billing/requests');
    expect(await codeOf(fresh.openPortal())).toBe('network');
    expect(asked.map(({ url }) => url)).toEqual(['/config.json']);
    // The failure is not cached: the next request asks the page's server again.
    answers['/config.json'] = () => json({ payments: 'http://pay.test:4000' });
    answers['/portal-session'] = () => json({ url: 'https://portal.test/x' });
    expect(await fresh.openPortal()).toBe('https://portal.test/x');
  });

  it('returns a failure as one code', async () => {
    expect(await codeOf(openPortal())).toBe('network');
    answers['/portal-session'] = () => json({ error: { code: 'no_subscription', message: 'x' } }, 404);
    expect(await codeOf(openPortal())).toBe('no_subscription');
    answers['/portal-session'] = () => json({ url: 'not an address' });
    expect(await codeOf(openPortal())).toBe('internal');
    answers['/billing-history/a%40sloy.test?offset=0'] = () =>
      json({ invoices: [{}], total_count: 1, has_more: false });
    expect(await codeOf(fetchBillingHistory('a@sloy.test'))).toBe('internal');
    session = null;
    expect(await codeOf(openPortal())).toBe('signed-out');
  });
});

describe('checking a subscription', () => {
  it('uses the payment backend’s answer, and the table when it does not answer', async () => {
    answers['/check-subscription'] = () => json({ plan: 'premium', billing_period: 'monthly', trial_available: false });
    expect(await checkSubscription('a@sloy.test')).toBe('premium');
    answers['/check-subscription'] = () => json({ error: { code: 'internal', message: 'x' } }, 500);
    row = { has_pro_plan: true, has_premium_plan: false };
    expect(await checkSubscription('a@sloy.test')).toBe('pro');
    row = { has_pro_plan: false, has_premium_plan: false };
    expect(await checkSubscription('a@sloy.test')).toBe('free');
  });

  it('returns no answer after the session ended, because no row is readable then', async () => {
    session = null;
    await expect(checkSubscription('a@sloy.test')).rejects.toThrow('no plan in the answer');
  });
});

it.each([
  ['{"planId":"pro","billingPeriod":"yearly"}', { planId: 'pro', billingPeriod: 'yearly' }],
  ['{"planId":"free","billingPeriod":"yearly"}', null],
  ['{"planId":"pro"}', null],
  ['[]', null],
  ['{', null],
  [null, null],
])('the pending plan %s is read as %o', (text, choice) => {
  expect(parsePendingPlan(text)).toEqual(choice);
});
