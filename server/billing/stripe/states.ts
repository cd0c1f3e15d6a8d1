/** Maps Stripe's objects to the product's states. Guarantees: pure; a subscription to a price that is not ours is ignored. */
import type Stripe from 'stripe';
import { type BillingPeriod, billingPeriods, centsOf, type PaidPlan, paidPlans } from '../../../src/shared/pricing';
import { type InvoiceState, isoOf, type SubscriptionState } from '../provider';

export interface Offer {
  plan: PaidPlan;
  period: BillingPeriod;
}

/** Stripe's lookup key of a price. It contains the amount, because a changed amount needs a new price. */
export const lookupKeyOf = ({ plan, period }: Offer) => `sloy_${plan}_${period}_${centsOf(plan, period)}`;

export function offerOf(price: Stripe.Price | undefined): Offer | undefined {
  const [, plan, period] = (price?.lookup_key ?? '').split('_');
  const offer = {
    plan: paidPlans.find((name) => name === plan),
    period: billingPeriods.find((name) => name === period),
  };
  return offer.plan && offer.period ? { plan: offer.plan, period: offer.period } : undefined;
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
const isoOfSeconds = (seconds: number | null | undefined) => isoOf(typeof seconds === 'number' ? seconds * 1000 : null);

/** Needs the expanded customer: its e-mail address identifies the account of a subscription that was bought outside the product. */
export function subscriptionState(subscription: Stripe.Subscription): SubscriptionState | undefined {
  const item = subscription.items.data[0];
  const offer = offerOf(item?.price);
  const { customer } = subscription;
  const email =
    typeof customer === 'string' || customer.deleted ? (subscription.metadata.email ?? null) : customer.email;
  if (!item || !offer || !email) return undefined;
  return {
    id: subscription.id,
    provider: 'stripe',
    customer_id: idOf(customer),
    user_id: subscription.metadata.user_id ?? null,
    email,
    ...offer,
    status: subscription.status,
    current_period_end: isoOfSeconds(item.current_period_end),
    trial_ends_at: isoOfSeconds(subscription.trial_end),
    // The portal of newer Stripe accounts sets `cancel_at` instead of `cancel_at_period_end`.
    cancel_at_period_end:
      subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.status !== 'canceled'),
    started_at: new Date(subscription.start_date * 1000).toISOString(),
  };
}

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

const statusOf = (invoice: Stripe.Invoice, refunded: number): InvoiceState['status'] => {
  if (refunded > 0 && refunded >= invoice.amount_paid) return 'refunded';
  if (invoice.status === 'paid') return 'succeeded';
  return invoice.status === 'uncollectible' || invoice.status === 'void' || invoice.attempt_count > 0
    ? 'failed'
    : 'pending';
};

/** @param refunded refunded amount (cents), which the invoice object does not contain. */
export function invoiceState(
  invoice: Stripe.Invoice,
  refunded: number,
  subscription: SubscriptionState | null,
): InvoiceState | undefined {
  const email = invoice.customer_email ?? subscription?.email;
  if (!invoice.id || !email) return undefined;
  const line = invoice.lines.data[0];
  return {
    id: invoice.id,
    subscription_id: subscriptionOfInvoice(invoice),
    user_id: subscription?.user_id ?? null,
    email,
    number: invoice.number,
    status: statusOf(invoice, refunded),
    amount_paid: invoice.amount_paid,
    amount_due: invoice.amount_due,
    refunded,
    currency: invoice.currency.toUpperCase(),
    description: invoice.description ?? line?.description ?? null,
    plan_type: subscription?.plan ?? null,
    period_start: isoOfSeconds(line?.period.start ?? invoice.period_start),
    period_end: isoOfSeconds(line?.period.end ?? invoice.period_end),
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    invoice_pdf: invoice.invoice_pdf ?? null,
    created_at: new Date(invoice.created * 1000).toISOString(),
  };
}
