/**
 * Facts that a subscription row implies beyond the plan: paid or granted, what may be bought, whether a trial is available.
 * Guarantees: pure; an unknown value never makes a screen promise something, and never forbids what the server would allow.
 */

import type { SubscriptionRow } from '@/shared/account-rows';
import { type Plan, planOf } from '@/shared/entitlements';
import type { PaidPlan } from '@/shared/pricing';

type Plans = Pick<SubscriptionRow, 'has_pro_plan' | 'has_premium_plan' | 'paid_plan'>;

const rank: Record<Plan, number> = { free: 0, pro: 1, premium: 2 };

/** The paid plan. Rows from an older server do not contain it; in those rows every plan counts as paid. */
export function paidPlanOf(row: Plans | null | undefined): Plan {
  if (row?.paid_plan === undefined) return planOf(row);
  return row.paid_plan ?? 'free';
}

/** True if the plan in force was granted (decision 42), not bought. */
export const isGranted = (row: Plans | null | undefined): boolean => paidPlanOf(row) !== planOf(row);

/** An account without a paid plan can buy a plan that is higher than its granted plan, if any. A paid plan is changed in the portal. */
export const canBuy = (row: Plans | null | undefined, held: Plan, wanted: PaidPlan): boolean =>
  held === 'free' || (isGranted(row) && paidPlanOf(row) === 'free' && rank[wanted] > rank[held]);
