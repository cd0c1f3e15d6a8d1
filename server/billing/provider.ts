/**
 * The interface to a payment provider, with two adapters: Stripe and the built-in sandbox.
 * Guarantees of an adapter: it accepts an event only with a valid, fresh signature over the raw body; `read` returns the current state of the
 * objects, never the snapshot inside the event.
 * Rule: an adapter never writes a plan. It reports states, and only the webhook writes them.
 */
import type { Company } from '../../src/shared/company';
import type { BillingPeriod, PaidPlan } from '../../src/shared/pricing';

/** Times are ISO 8601. The field names are those of billing.write_subscription. */
export interface SubscriptionState {
  id: string;
  provider: 'stripe' | 'test';
  customer_id: string | null;
  /** The account that bought the subscription; null for a purchase outside the product, which is matched by e-mail address. */
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

/** Amounts are in cents. The field names are those of billing.write_invoice. */
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
  /** ISO 4217 code in capitals. */
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
  /** The object inside the event. Use only its ids, to read the current state; its contents are not trusted. */
  object: Record<string, unknown>;
}

/** The current state of the object that an event names. */
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
  /** The company on the invoices; null for a person. */
  company: Company | null;
  successUrl: string;
  cancelUrl: string;
  /** Base URL of this server as the caller reaches it. */
  base: string;
}

export interface RunningSubscription {
  id: string;
  customer_id: string | null;
}

export type Change =
  | { action: 'change'; plan: PaidPlan; period: BillingPeriod }
  /** Ends the subscription at the end of the paid period. */
  | { action: 'cancel' }
  | { action: 'resume' }
  /** Ends a trial at once, so that the first payment is due; no effect outside a trial. */
  | { action: 'end-trial' }
  /** Refunds the last payment if it is recent enough. If it paid for a plan change, the previous plan returns; otherwise the plan ends. */
  | { action: 'refund' };

/** The payment that `refund` would return now. */
export interface RefundOffer {
  /** Cents. */
  amount: number;
  currency: string;
  /** Last moment for the refund. */
  until: string;
  /** The plan that a refund of a change restores; null = the plan ends. */
  restores: { plan: PaidPlan; period: BillingPeriod; until: string | null } | null;
}

export interface PortalVisit {
  uid: string;
  customerId: string | null;
  /** The page to which the portal returns. */
  returnUrl: string;
  /** Base URL of this server as the caller reaches it. */
  base: string;
}

export interface Customer {
  uid: string;
  email: string;
  customerId: string | null;
}

export interface Provider {
  readonly name: 'stripe' | 'test';
  /** Opens a checkout and expires the account's other open checkouts. @returns the URL for the browser. */
  startCheckout(purchase: Purchase): Promise<{ id: string; url: string }>;
  /** @throws BadSignature when the body is forged, altered or too old. */
  verify(rawBody: string, header: (name: string) => string | undefined): Promise<ProviderEvent>;
  /** @returns null when the product ignores this type of event. */
  read(event: ProviderEvent): Promise<Reading | null>;
  /** @throws Rejected when the change is not possible. */
  change(subscription: RunningSubscription, change: Change): Promise<void>;
  /** Price of a plan change if it were made now (cents; 0 = nothing to pay today). @throws Rejected when the change is not possible */
  changeCost(subscription: RunningSubscription, to: { plan: PaidPlan; period: BillingPeriod }): Promise<number>;
  /** @returns null when no payment is recent enough to be refunded */
  refundOffer(subscription: RunningSubscription): Promise<RefundOffer | null>;
  /** Names a company on the customer's next invoices; null removes the company. @throws Rejected `bad_company` */
  setCompany(customer: Customer, company: Company | null): Promise<void>;
  openPortal(visit: PortalVisit): Promise<string>;
  /** The provider's login page, for a visitor without a session; undefined = show the built-in explanation. */
  portalLogin(email: string | undefined): string | undefined;
  /** True when the provider, not this server, caused this error. */
  isFault(error: Error): boolean;
}

export class BadSignature extends Error {
  override name = 'BadSignature';
}

/** A change that the provider's or the product's rules do not allow. The caller receives the code. */
export class Rejected extends Error {
  override name = 'Rejected';
  readonly code:
    | 'refund_expired'
    | 'already_cancelled'
    | 'not_running'
    | 'same_plan'
    | 'card_declined'
    | 'busy'
    | 'bad_company';
  constructor(code: Rejected['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
