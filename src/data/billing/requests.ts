import * as v from 'valibot';
import { backendConfig, paymentsBase } from '@/config/env';
import { type Plan, planOf } from '@/domain/entitlements';
import { type BillingPeriod, billingPeriods, type PaidPlan, paidPlans } from '@/domain/pricing';

// What the screens ask of the payment backend (docs/api.md). Every answer is parsed; a failure says why in one word.

/** How long an answer about the plan, and about anything else, is waited for, ms. */
const PLAN_TIMEOUT_MS = 2_500;
const TIMEOUT_MS = 15_000;

const invoiceSchema = v.object({
  id: v.string(),
  number: v.string(),
  status: v.picklist(['paid', 'unpaid']),
  amount_paid: v.number(),
  amount_due: v.number(),
  amount_refunded: v.number(),
  currency: v.string(),
  created: v.number(),
  period_start: v.nullable(v.number()),
  period_end: v.nullable(v.number()),
  hosted_invoice_url: v.nullable(v.string()),
  invoice_pdf: v.nullable(v.string()),
  subscription_id: v.nullable(v.string()),
  customer_email: v.string(),
  description: v.nullable(v.string()),
  plan_type: v.nullable(v.picklist(paidPlans)),
});
const historySchema = v.object({ invoices: v.array(invoiceSchema), total_count: v.number(), has_more: v.boolean() });
const planSchema = v.object({
  plan: v.picklist(['free', 'pro', 'premium']),
  billing_period: v.nullable(v.picklist(billingPeriods)),
  trial_available: v.boolean(),
});
const placeSchema = v.object({ url: v.pipe(v.string(), v.url()) });
const errorSchema = v.object({ error: v.object({ code: v.string() }) });

export type BillingHistory = v.InferOutput<typeof historySchema>;

/** `network`: nobody answered; `signed-out`: no session; else the code of the payment backend (docs/api.md). */
export class BillingError extends Error {
  override name = 'BillingError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

async function client() {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

let asked: Promise<string> | undefined;

/** Base address: what the build names, else what the page's own server says, else `paymentsBase`. */
function paymentsAddress(): Promise<string> {
  const base = paymentsBase(location);
  if (import.meta.env.VITE_PAYMENTS_URL) return Promise.resolve(base);
  asked ??= fetch('/config.json', { signal: AbortSignal.timeout(PLAN_TIMEOUT_MS) })
    .then((answer) => answer.json() as Promise<{ payments?: unknown }>)
    .then(({ payments }) => (typeof payments === 'string' && /^https?:\/\//.test(payments) ? payments : base))
    .catch(() => {
      // No answer is not an answer for good: the next question asks again.
      asked = undefined;
      return base;
    });
  return asked;
}

async function ask<S extends v.GenericSchema>(
  schema: S,
  path: string,
  body?: Record<string, unknown>,
  timeout = TIMEOUT_MS,
): Promise<v.InferOutput<S>> {
  const { data } = await (await client()).auth.getSession();
  if (!data.session) throw new BillingError('signed-out');
  const authorization = `Bearer ${data.session.access_token}`;
  let answer: Response;
  let said: unknown;
  try {
    answer = await fetch((await paymentsAddress()) + path, {
      method: body ? 'POST' : 'GET',
      headers: body ? { authorization, 'content-type': 'application/json' } : { authorization },
      signal: AbortSignal.timeout(timeout),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    said = await answer.json();
  } catch {
    throw new BillingError('network');
  }
  if (!answer.ok) {
    const refusal = v.safeParse(errorSchema, said);
    throw new BillingError(refusal.success ? refusal.output.error.code : 'internal');
  }
  const parsed = v.safeParse(schema, said);
  if (!parsed.success) throw new BillingError('internal');
  return parsed.output;
}

/** Opens a checkout for the plan. @returns where to send the browser. @throws BillingError */
export const startCheckout = async (plan: PaidPlan, period: BillingPeriod): Promise<string> =>
  (await ask(placeSchema, '/create-checkout-session', { plan, period })).url;

/** A page of the invoices of an address, newest first. @throws BillingError */
export const fetchBillingHistory = (email: string, offset = 0): Promise<BillingHistory> =>
  ask(historySchema, `/billing-history/${encodeURIComponent(email)}?offset=${offset}`);

/** The customer portal of the signed-in account: an address for a new window, good for a while. @throws BillingError */
export const openPortal = async (): Promise<string> => (await ask(placeSchema, '/portal-session', {})).url;

/**
 * The plan of the signed-in account: the payment backend is asked first, then the table (specification 1 §7).
 * @throws Error when neither answers.
 */
export async function checkSubscription(email: string): Promise<Plan> {
  try {
    return (await ask(planSchema, '/check-subscription', { email }, PLAN_TIMEOUT_MS)).plan;
  } catch {
    const answer = await (await client())
      .from('user_subscriptions')
      .select('has_pro_plan, has_premium_plan')
      .ilike('email', email.replaceAll(/[%_\\]/g, '\\$&'))
      .abortSignal(AbortSignal.timeout(PLAN_TIMEOUT_MS))
      .maybeSingle();
    // Rule: a missing row is not an answer. Every account has one, and whoever is no longer signed in sees none.
    if (!answer.data) throw new Error(answer.error?.message ?? 'nobody said');
    return planOf(answer.data as { has_pro_plan: boolean; has_premium_plan: boolean });
  }
}
