import * as v from 'valibot';
import { askService, backendClient } from '@/device/service/requests';
import { type Plan, planOf } from '@/shared/entitlements';
import { billingPeriods } from '@/shared/pricing';

/** Timeout (ms) of the plan request. It is short, because a screen waits for the plan. */
const PLAN_TIMEOUT_MS = 2_500;

/** The answer of each route that can change the plan. */
export const planSchema = v.object({
  plan: v.picklist(['free', 'pro', 'premium']),
  billing_period: v.nullable(v.picklist(billingPeriods)),
  trial_available: v.boolean(),
});

/**
 * Fetches the plan of the signed-in account from the service; falls back to the table `user_subscriptions` (specification 1 §7).
 * @throws Error when neither responds
 */
export async function checkSubscription(email: string): Promise<Plan> {
  try {
    const options = { body: { email }, timeoutMs: PLAN_TIMEOUT_MS };
    return (await askService(planSchema, '/check-subscription', options)).plan;
  } catch {
    const answer = await (await backendClient())
      .from('user_subscriptions')
      .select('has_pro_plan, has_premium_plan')
      .ilike('email', email.replaceAll(/[%_\\]/g, '\\$&'))
      .abortSignal(AbortSignal.timeout(PLAN_TIMEOUT_MS))
      .maybeSingle();
    // Rule: do not read a missing row as "free". Every account has a row, but a request without a valid session cannot see it.
    if (!answer.data) throw new Error(answer.error?.message ?? 'no plan in the answer');
    return planOf(answer.data);
  }
}
