/**
 * Computes invoices for accounts that have none at the payment backend (specification 1 §7): a paid invoice for each month since the subscription was
 * created (premium 3000 cents, pro 1500 cents), newest first. Rule: a trial is free, so the date of the first invoice is the end of the trial.
 * Guarantees: pure; empty without a paid plan; at most MOST_INVOICES.
 */

import type { SubscriptionRow } from '@/shared/account-rows';
import { MONTHLY_EUR } from '@/shared/limits';
import { periodEnd } from '@/shared/pricing';
import { paidPlanOf } from './subscription';

/** Maximum number of invoices: ten years of months, so that a damaged date cannot create an endless list. */
const MOST_INVOICES = 120;

export interface LocalInvoice {
  id: string;
  number: string;
  status: 'paid';
  amount_paid: number;
  amount_due: number;
  currency: 'EUR';
  /** Unix time (s). */
  created: number;
  period_start: number;
  period_end: number;
  plan_type: 'pro' | 'premium';
}

export function localInvoices(
  subscription: Pick<
    SubscriptionRow,
    'has_pro_plan' | 'has_premium_plan' | 'paid_plan' | 'created_at' | 'trial_ends_at'
  >,
  now: number,
): LocalInvoice[] {
  const plan = paidPlanOf(subscription);
  if (plan === 'free') return [];
  const cents = MONTHLY_EUR[plan] * 100;
  const first = Date.parse(subscription.trial_ends_at ?? subscription.created_at);
  const day = new Date(first).getUTCDate();
  const invoices: LocalInvoice[] = [];
  for (let start = first; start <= now && invoices.length < MOST_INVOICES; ) {
    const end = periodEnd(start, 'monthly', day);
    const month = new Date(start).toISOString().slice(0, 7);
    const number = `INV-${month}-${String(invoices.length + 1).padStart(3, '0')}`;
    invoices.push({
      id: number,
      number,
      status: 'paid',
      amount_paid: cents,
      amount_due: cents,
      currency: 'EUR',
      created: Math.floor(start / 1000),
      period_start: Math.floor(start / 1000),
      period_end: Math.floor(end / 1000),
      plan_type: plan,
    });
    start = end;
  }
  return invoices.reverse();
}
