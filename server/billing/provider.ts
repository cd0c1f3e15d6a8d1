/**
 * What the product asks of whoever takes the money: one interface, two adapters (Stripe; the built-in test provider).
 * Guarantees of an adapter: an event is believed only with a valid, fresh signature over the raw body; `read` answers with the state of the
 * objects as they are now, never with the snapshot inside the event.
 * Rule: an adapter writes no plan. What it reports is written by the webhook alone, whichever provider it is.
 */
import type { BillingPeriod, PaidPlan } from '../../src/domain/pricing';

/** Times are ISO 8601. The field names are those of billing.write_subscription. */
export interface SubscriptionState {
  id: string;
  provider: 'stripe' | 'test';
  customer_id: string | null;
  /** The account that bought it; null when it was made elsewhere and only the address tells. */
  user_id: string | null;
  email: string;
  plan: PaidPlan;
  period: BillingPeriod;
  status: string;
  current_period_end: string | null;
  trial_ends_at: string | null;
  cancel_at_period_end: boolean;
  started_at: string;
}

/** Amounts are cents. The field names are those of billing.write_invoice. */
export interface InvoiceState {
  id: string;
  subscription_id: string | null;
  user_id: string | null;
  email: string;
  number: string | null;
  status: 'succeeded' | 'pending' | 'failed' | 'refunded';
  amount_paid: number;
  amount_due: number;
  refunded: number;
  /** Three capitals. */
  currency: string;
  description: string | null;
  plan_type: PaidPlan | null;
  period_start: string | null;
  period_end: string | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  created_at: string;
}

export interface ProviderEvent {
  id: string;
  type: string;
  /** The object inside the event: where to look, not what to believe. */
  object: Record<string, unknown>;
}

/** What an event is about, as it is now. */
export interface Reading {
  subscription: SubscriptionState | null;
  invoices: InvoiceState[];
}

export interface Purchase {
  uid: string;
  email: string;
  plan: PaidPlan;
  period: BillingPeriod;
  /** Days before the first payment; 0 = pay now. */
  trialDays: number;
  customerId: string | null;
  successUrl: string;
  cancelUrl: string;
  /** Base address of this server as the caller reaches it. */
  base: string;
}

export interface RunningSubscription {
  id: string;
  customer_id: string | null;
}

export type Change =
  | { action: 'change'; plan: PaidPlan; period: BillingPeriod }
  /** Ends with the period that is paid for. */
  | { action: 'cancel' }
  | { action: 'resume' }
  /** Gives back the last payment, if it is young enough. A refunded change restores the plan before it, any other refund ends the plan. */
  | { action: 'refund' };

/** The payment that `refund` would give back now. */
export interface RefundOffer {
  /** Cents. */
  amount: number;
  currency: string;
  /** Last moment for the refund. */
  until: string;
  /** The plan that is back after the refund of a change; null = the plan ends. */
  restores: { plan: PaidPlan; period: BillingPeriod; until: string | null } | null;
}

export interface PortalVisit {
  uid: string;
  customerId: string | null;
  /** Where the portal leads back to. */
  returnUrl: string;
  /** Base address of this server as the caller reaches it. */
  base: string;
}

export interface Provider {
  readonly name: 'stripe' | 'test';
  /** Opens a checkout for the account and closes those it had open. @returns where to send the browser. */
  startCheckout(purchase: Purchase): Promise<{ id: string; url: string }>;
  /** @throws BadSignature when the body is forged, altered or too old. */
  verify(rawBody: string, header: (name: string) => string | undefined): Promise<ProviderEvent>;
  /** @returns null when the event is of no interest. */
  read(event: ProviderEvent): Promise<Reading | null>;
  /** @throws Refused when the change is not possible. */
  change(subscription: RunningSubscription, change: Change): Promise<void>;
  /** @returns null when no payment is young enough */
  refundOffer(subscription: RunningSubscription): Promise<RefundOffer | null>;
  openPortal(visit: PortalVisit): Promise<string>;
  /** Where a plain link without a session leads; undefined = the built-in explanation. */
  portalLogin(email: string | undefined): string | undefined;
  /** Is this fault the provider's, and not ours? */
  isFault(error: Error): boolean;
}

export class BadSignature extends Error {
  override name = 'BadSignature';
}

/** A change that the rules of the provider or of the house do not allow; the code is told to the caller. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: 'refund_expired' | 'already_cancelled' | 'not_running' | 'same_plan' | 'card_declined' | 'busy';
  constructor(code: Refused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
