import * as v from 'valibot';
import { askService, backendClient, ServiceError } from '@/device/service/requests';
import { planSchema } from '@/device/session/plan-requests';
import type { Company } from '@/shared/company';
import type { Plan } from '@/shared/entitlements';
import { type BillingPeriod, billingPeriods, type PaidPlan, paidPlans } from '@/shared/pricing';
import { PURCHASE_CONSENTS } from '@/shared/product';

// Requests to the billing routes (docs/api.md). All of them throw ServiceError.

const companySchema = v.object({
  name: v.string(),
  company_id: v.string(),
  vat_number: v.string(),
  address: v.string(),
});
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
  /** The company to which the invoice is made out. */
  buyer: v.optional(v.nullable(companySchema), null),
});
const historySchema = v.object({ invoices: v.array(invoiceSchema), total_count: v.number(), has_more: v.boolean() });
const refundSchema = v.object({
  refund: v.nullable(
    v.object({
      amount: v.number(),
      currency: v.string(),
      until: v.string(),
      restores: v.nullable(
        v.object({ plan: v.picklist(paidPlans), period: v.picklist(billingPeriods), until: v.nullable(v.string()) }),
      ),
    }),
  ),
});
const costSchema = v.object({ amount: v.number(), currency: v.string() });
const urlSchema = v.object({ url: v.pipe(v.string(), v.url()) });

export type BillingHistory = v.InferOutput<typeof historySchema>;
export type RefundOffer = NonNullable<v.InferOutput<typeof refundSchema>['refund']>;

/** Stores the three consents that a purchase needs; call it before the purchase starts. @throws ServiceError */
export async function giveConsents(occasion: 'purchase' | 'upgrade'): Promise<void> {
  const { error, status } = await (await backendClient()).rpc('give_consents', {
    p_occasion: occasion,
    p_versions: PURCHASE_CONSENTS,
  });
  if (error) throw new ServiceError(status === 0 ? 'network' : status === 401 ? 'signed-out' : 'other');
}

/** Opens a checkout for the plan. @returns the URL for the browser */
export const startCheckout = async (plan: PaidPlan, period: BillingPeriod): Promise<string> =>
  (await askService(urlSchema, '/create-checkout-session', { body: { plan, period } })).url;

/** One page of the invoices of an e-mail address, newest first. */
export const fetchBillingHistory = (email: string, offset = 0): Promise<BillingHistory> =>
  askService(historySchema, `/billing-history/${encodeURIComponent(email)}?offset=${offset}`);

/** Requests the URL of the account's customer portal, to open in a new window; valid for 30 minutes. */
export const openPortal = async (): Promise<string> =>
  (await askService(urlSchema, '/portal-session', { body: {} })).url;

/** The amount (cents) that a change of the running subscription would charge now. */
export const fetchChangeCost = (plan: PaidPlan, period: BillingPeriod): Promise<v.InferOutput<typeof costSchema>> =>
  askService(costSchema, '/change-offer', { body: { plan, period } });

/** Changes the running subscription now and charges the amount that `fetchChangeCost` returned. */
export const changePlan = async (plan: PaidPlan, period: BillingPeriod): Promise<Plan> =>
  (await askService(planSchema, '/update-subscription', { body: { action: 'change', plan, period } })).plan;

/** Stores the company for invoices on the server and at the payment provider; null removes it. @throws ServiceError `bad_company` if rejected */
export const saveCompany = async (company: Company | null): Promise<void> =>
  void (await askService(v.object({ company: v.nullable(companySchema) }), '/billing-details', {
    body: { company: company && { ...company } },
  }));

/** The payment that can be refunded now (amount in cents); null if there was none in the last 24 hours. */
export const fetchRefundOffer = async (): Promise<RefundOffer | null> =>
  (await askService(refundSchema, '/refund-offer', { body: {} })).refund;

/** Refunds the last payment. @throws ServiceError `refund_expired` if it is older than 24 hours */
export const refundLastPayment = async (): Promise<void> =>
  void (await askService(planSchema, '/update-subscription', { body: { action: 'refund' } }));
