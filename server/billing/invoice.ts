/** Maps a stored payment to the Invoice of specification 1 §3. */
import type { Payment } from './billing-store';

const secondsOf = (iso: string | null) => (iso === null ? null : Math.floor(Date.parse(iso) / 1000));

export const invoiceOf = (payment: Payment) => ({
  id: payment.invoice_id ?? payment.id,
  number: payment.number ?? payment.id.slice(0, 8).toUpperCase(),
  status: payment.status === 'succeeded' || payment.status === 'refunded' ? ('paid' as const) : ('unpaid' as const),
  amount_paid: payment.amount,
  amount_due: payment.amount_due ?? payment.amount,
  amount_refunded: payment.refunded,
  currency: payment.currency,
  created: secondsOf(payment.created_at),
  period_start: secondsOf(payment.period_start),
  period_end: secondsOf(payment.period_end),
  hosted_invoice_url: payment.hosted_invoice_url,
  invoice_pdf: payment.invoice_pdf,
  subscription_id: payment.subscription_id,
  customer_email: payment.email,
  description: payment.description,
  plan_type: payment.plan_type,
  buyer: payment.buyer,
});
