/** Schemas of the sandbox provider's stored rows, and the conversion of rows to the states that the provider reports. */
import * as v from 'valibot';
import { type BillingPeriod, billingPeriods, type PaidPlan, paidPlans } from '../../../src/shared/pricing';
import { type InvoiceState, isoOf, type SubscriptionState } from '../provider';
import { billText } from './sandbox-text';

const money = v.pipe(v.number(), v.integer());
const order = { uid: v.string(), email: v.string(), plan: v.picklist(paidPlans), period: v.picklist(billingPeriods) };
const card = v.picklist(['pays', 'declined', 'declines-later']);

const company = v.object({
  name: v.string(),
  company_id: v.string(),
  vat_number: v.string(),
  address: v.string(),
});

const checkoutBody = v.object({
  ...order,
  company: v.optional(v.nullable(company)),
  trialDays: v.number(),
  success_url: v.string(),
  cancel_url: v.string(),
  status: v.picklist(['open', 'complete', 'expired']),
  expires_at: v.number(),
});
const contractBody = v.object({
  ...order,
  company: v.optional(v.nullable(company)),
  status: v.picklist(['trialing', 'active', 'past_due', 'canceled']),
  start: v.number(),
  end: v.number(),
  day: v.number(),
  trial_end: v.nullable(v.number()),
  cancel_at_period_end: v.boolean(),
  started_at: v.number(),
  credit: money,
  card,
  failed_at: v.nullable(v.number()),
  invoices: v.number(),
});
const termBody = v.object({
  plan: v.picklist(paidPlans),
  period: v.picklist(billingPeriods),
  start: v.number(),
  end: v.number(),
  day: v.number(),
  credit: money,
  cancel_at_period_end: v.boolean(),
});
const billBody = v.object({
  ...order,
  subscription_id: v.string(),
  status: v.picklist(['succeeded', 'failed', 'refunded']),
  amount_paid: money,
  amount_due: money,
  refunded: money,
  reason: v.picklist(['trial', 'period', 'change']),
  period_start: v.number(),
  period_end: v.number(),
  created_at: v.number(),
  paid_at: v.optional(v.number()),
  before: v.optional(termBody),
  ordinal: v.number(),
});
/** Body of a POST to /webhook. */
export const eventBody = v.object({
  id: v.pipe(v.string(), v.regex(/^evt_[\w-]{1,200}$/)),
  type: v.string(),
  created: v.number(),
  data: v.object({ object: v.looseObject({ id: v.string() }) }),
});

export const bodies = { checkout: checkoutBody, subscription: contractBody, invoice: billBody, event: eventBody };
export type Kind = keyof typeof bodies;
export type BodyOf<K extends Kind> = v.InferOutput<(typeof bodies)[K]>;
export interface Stored<K extends Kind> {
  id: string;
  version: number;
  body: BodyOf<K>;
}

export const subscriptionState = ({ id, body }: Stored<'subscription'>): SubscriptionState => ({
  id,
  provider: 'test',
  customer_id: `cus_test_${body.uid}`,
  user_id: body.uid,
  email: body.email,
  plan: body.plan,
  period: body.period,
  status: body.status,
  current_period_end: isoOf(body.end),
  trial_ends_at: isoOf(body.trial_end),
  cancel_at_period_end: body.cancel_at_period_end,
  started_at: new Date(body.started_at).toISOString(),
});

export const numberOf = (subscriptionId: string, ordinal: number) =>
  `SLOY-${subscriptionId.slice(-8).toUpperCase()}-${String(ordinal).padStart(4, '0')}`;

export const invoiceState = ({ id, body }: Stored<'invoice'>): InvoiceState => ({
  id,
  subscription_id: body.subscription_id,
  user_id: body.uid,
  email: body.email,
  number: numberOf(body.subscription_id, body.ordinal),
  status: body.status,
  amount_paid: body.amount_paid,
  amount_due: body.amount_due,
  refunded: body.refunded,
  currency: 'EUR',
  description: describe(body),
  plan_type: body.plan,
  period_start: isoOf(body.period_start),
  period_end: isoOf(body.period_end),
  hosted_invoice_url: null,
  invoice_pdf: null,
  created_at: new Date(body.created_at).toISOString(),
});

export const describe = ({
  plan,
  period,
  reason,
}: {
  plan: PaidPlan;
  period: BillingPeriod;
  reason: 'trial' | 'period' | 'change';
}) => `${billText.plans[plan]}, ${billText.reasons[reason][period]}`;

export const invoiceEvents = {
  succeeded: 'invoice.paid',
  failed: 'invoice.payment_failed',
  refunded: 'charge.refunded',
} as const;

/** The row to save for an invoice, with `changes` applied. */
export const invoiceRow = (
  { id, version, ...body }: BodyOf<'invoice'> & { id: string; version: number },
  changes: Partial<BodyOf<'invoice'>>,
): Stored<'invoice'> => ({ id, version, body: { ...body, ...changes } });
