/**
 * The price of a plan, and the price of a change in the middle of a period.
 * Guarantees: pure; displayed amounts are whole euros or leva, charged amounts are whole cents and never negative.
 * Rule: screens, texts, index.html, the sandbox checkout and Stripe's parameters take every price from here.
 */
// A relative path, because vite.config.ts loads this file before the aliases exist.

import { LEVA_FACTOR } from './app-limits';
import { MONTHLY_EUR, YEARLY_SHARE } from './limits';

export type PaidPlan = keyof typeof MONTHLY_EUR;
export type BillingPeriod = 'monthly' | 'yearly';

export const paidPlans = ['pro', 'premium'] as const satisfies PaidPlan[];
export const billingPeriods = ['monthly', 'yearly'] as const satisfies BillingPeriod[];

const monthsOf = { monthly: 1, yearly: 12 * YEARLY_SHARE } as const;

/** Price in whole euros. Yearly = monthly × 12 × 0.8, rounded. */
export const eurosOf = (plan: PaidPlan | 'free', period: BillingPeriod): number =>
  plan === 'free' ? 0 : Math.round(MONTHLY_EUR[plan] * monthsOf[period]);

/** Price in whole leva: euros × 1.95, yearly also × 12 × 0.8, rounded once. */
export const levaOf = (plan: PaidPlan | 'free', period: BillingPeriod): number =>
  plan === 'free' ? 0 : Math.round(MONTHLY_EUR[plan] * monthsOf[period] * LEVA_FACTOR);

/** Charged amount in cents. */
export const centsOf = (plan: PaidPlan, period: BillingPeriod): number => eurosOf(plan, period) * 100;

/**
 * End of a period that starts at the given time (ms): the same day of the next month or year (UTC), or the last day if the
 * month is too short.
 * `day`: the usual day of renewal, so that a subscription of the 31st returns to the 31st after a shorter month.
 */
export function periodEnd(start: number, period: BillingPeriod, day = new Date(start).getUTCDate()): number {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (period === 'monthly' ? 1 : 12));
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end.getTime();
}

export interface Term {
  plan: PaidPlan;
  period: BillingPeriod;
  /** Start of the paid period (ms). */
  start: number;
  end: number;
}

/**
 * Cost of changing the plan now (cents): the unused part of the old plan is credited. If the billing period stays the same, the end date stays
 * too; a different billing period starts at once. A negative result is a credit for the next payments.
 */
export function changeCost(term: Term, to: { plan: PaidPlan; period: BillingPeriod }, now: number): number {
  const length = Math.max(1, term.end - term.start);
  const left = Math.min(1, Math.max(0, (term.end - now) / length));
  const unused = centsOf(term.plan, term.period) * left;
  const wanted = centsOf(to.plan, to.period) * (to.period === term.period ? left : 1);
  return Math.round(wanted - unused);
}
