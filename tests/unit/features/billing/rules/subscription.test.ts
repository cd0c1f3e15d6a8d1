import { expect, test } from 'vitest';
import { localInvoices } from '@/features/billing/rules/invoices';
import { canBuy, isGranted, paidPlanOf } from '@/features/billing/rules/subscription';

const row = (flags: 'free' | 'pro' | 'premium', paid_plan?: 'pro' | 'premium' | null) => ({
  has_pro_plan: flags === 'pro',
  has_premium_plan: flags === 'premium',
  ...(paid_plan === undefined ? {} : { paid_plan }),
});

test('a plan without a paid subscription is a grant; rows of an older server count as paid', () => {
  expect([isGranted(row('pro', null)), paidPlanOf(row('pro', null))]).toEqual([true, 'free']);
  expect([isGranted(row('premium', 'pro')), paidPlanOf(row('premium', 'pro'))]).toEqual([true, 'pro']);
  expect([isGranted(row('pro', 'pro')), paidPlanOf(row('pro', 'pro'))]).toEqual([false, 'pro']);
  expect([isGranted(row('pro')), paidPlanOf(row('pro'))]).toEqual([false, 'pro']);
  expect([isGranted(row('free', null)), isGranted(null)]).toEqual([false, false]);
});

test('a checkout opens for free accounts and above a granted plan, never for an account with a paid plan', () => {
  expect(canBuy(undefined, 'free', 'pro')).toBe(true);
  expect(canBuy(row('pro', null), 'pro', 'premium')).toBe(true);
  expect(canBuy(row('pro', null), 'pro', 'pro')).toBe(false);
  expect(canBuy(row('premium', null), 'premium', 'premium')).toBe(false);
  expect(canBuy(row('pro', 'pro'), 'pro', 'premium')).toBe(false);
  expect(canBuy(row('premium', 'pro'), 'premium', 'premium')).toBe(false);
});

test('a granted plan has no invoices', () => {
  const since = { created_at: '2026-01-01T00:00:00Z', trial_ends_at: null };
  const now = Date.parse('2026-03-02T00:00:00Z');
  expect(localInvoices({ ...row('pro', null), ...since }, now)).toEqual([]);
  expect(localInvoices({ ...row('pro', 'pro'), ...since }, now)).toHaveLength(3);
});
