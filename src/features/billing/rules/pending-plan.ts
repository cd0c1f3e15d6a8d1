/** The plan that a visitor chose before signing in, stored for the session. Guarantees: pure; a damaged stored text counts as no choice. */
import { type BillingPeriod, billingPeriods, type PaidPlan, paidPlans } from '@/shared/pricing';

export interface PendingPlan {
  planId: PaidPlan;
  billingPeriod: BillingPeriod;
}

export function parsePendingPlan(text: string | null): PendingPlan | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { planId, billingPeriod } = value as Record<string, unknown>;
  const plan = paidPlans.find((name) => name === planId);
  const period = billingPeriods.find((name) => name === billingPeriod);
  return plan && period ? { planId: plan, billingPeriod: period } : null;
}
