/**
 * The Stripe adapter: hosted checkout, customer portal, signed webhooks.
 * Guarantees: the adapter takes only an object's id from an event and fetches the current subscription, invoice and refunds from Stripe.
 * It creates missing prices at Stripe from the product's price table, so that only the webhook needs manual setup.
 */
import Stripe from 'stripe';
import { REFUND_HOURS } from '../../../src/shared/app-limits';
import type { Company } from '../../../src/shared/company';
import type { StripeSettings } from '../../ops/settings';
import {
  BadSignature,
  type Change,
  type Customer,
  type InvoiceState,
  type PortalVisit,
  type Provider,
  type ProviderEvent,
  type Purchase,
  type Reading,
  type RefundOffer,
  Rejected,
  type RunningSubscription,
} from '../provider';
import { TOLERANCE_SECONDS } from '../signature';
import { createCustomer, writeCompany } from './customers';
import { StripePrices } from './prices';
import { invoiceState, type Offer, offerOf, subscriptionOfInvoice, subscriptionState } from './states';
import { cardErrors, isMissing } from './stripe-errors';

const TIMEOUT_MS = 15_000;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
/** The id of a Stripe reference, which is either the id itself or the expanded object. The cast is safe because `textOf` checks the type of `id`. */
const idIn = (value: unknown) => textOf(value) ?? textOf((value as { id?: unknown } | null | undefined)?.id);

export class StripeProvider implements Provider {
  readonly name = 'stripe';
  readonly #stripe: Stripe;
  readonly #settings: StripeSettings;
  readonly #now: () => number;
  readonly #prices: StripePrices;

  constructor(settings: StripeSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#stripe = new Stripe(settings.secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...settings.api,
    });
    this.#prices = new StripePrices(this.#stripe);
  }

  async startCheckout(purchase: Purchase) {
    const { uid, email, plan, period, trialDays, company, successUrl, cancelUrl } = purchase;
    const known = purchase.customerId ? { customer: purchase.customerId } : { customer_details: { email } };
    const customerId =
      purchase.customerId ?? (company && (await createCustomer(this.#stripe, { uid, email }, company)));
    const { sessions } = this.#stripe.checkout;
    // Expire other open checkouts, so that nobody pays twice.
    for (const buyer of [known, ...(customerId && !purchase.customerId ? [{ customer: customerId }] : [])])
      for (const { id } of (await sessions.list({ ...buyer, status: 'open', limit: 20 })).data)
        await sessions.expire(id).catch(() => undefined);
    const metadata = { user_id: uid, email };
    const session = await sessions.create({
      mode: 'subscription',
      locale: 'bg',
      client_reference_id: uid,
      // An e-mail address given here cannot be edited on Stripe's page.
      ...(customerId ? { customer: customerId } : { customer_email: email }),
      line_items: [{ price: await this.#prices.idOf({ plan, period }), quantity: 1 }],
      metadata,
      subscription_data: { metadata, ...(trialDays > 0 ? { trial_period_days: trialDays } : {}) },
      success_url: successUrl,
      cancel_url: cancelUrl,
    });
    if (!session.url) throw new Error('Stripe gave no address of the checkout');
    return { id: session.id, url: session.url };
  }

  async verify(rawBody: string, header: (name: string) => string | undefined): Promise<ProviderEvent> {
    try {
      const signature = header('stripe-signature') ?? '';
      const { webhookSecret } = this.#settings;
      const event = this.#stripe.webhooks.constructEvent(
        rawBody,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        this.#now(),
      );
      return { id: event.id, type: event.type, object: { ...event.data.object } };
    } catch (error) {
      throw new BadSignature(error instanceof Error ? error.name : 'no event');
    }
  }

  async read({ type, object }: ProviderEvent): Promise<Reading | null> {
    if (type.startsWith('customer.subscription.')) return this.#reading(textOf(object.id), []);
    if (type.startsWith('checkout.session.')) return this.#reading(idIn(object.subscription), [idIn(object.invoice)]);
    if (type.startsWith('invoice.')) return this.#reading(undefined, [textOf(object.id)]);
    if (type.startsWith('charge.refund') || type.startsWith('refund.')) {
      const intent = idIn(object.payment_intent);
      if (!intent) return null;
      const paid = await this.#stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: intent },
      });
      return this.#reading(
        undefined,
        paid.data.map(({ invoice }) => idIn(invoice)),
      );
    }
    return null;
  }

  async #reading(subscriptionId: string | undefined, invoiceIds: (string | undefined)[]): Promise<Reading | null> {
    const invoices: Stripe.Invoice[] = [];
    for (const id of invoiceIds) {
      if (id) invoices.push(await this.#stripe.invoices.retrieve(id));
    }
    const about = subscriptionId ?? invoices.map(subscriptionOfInvoice).find(Boolean);
    if (!about) return null;
    let found: Stripe.Subscription;
    try {
      found = await this.#stripe.subscriptions.retrieve(about, { expand: ['customer'] });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    const subscription = subscriptionState(found);
    if (!subscription) return null;
    const states: InvoiceState[] = [];
    for (const invoice of invoices) {
      const state = invoiceState(invoice, await this.#refundedOf(invoice), subscription);
      if (state) states.push(state);
    }
    return { subscription, invoices: states };
  }

  async #refundedOf(invoice: Stripe.Invoice): Promise<number> {
    let cents = 0;
    for (const intent of invoice.amount_paid > 0 ? await this.#intentsOf(invoice) : []) {
      const { data } = await this.#stripe.refunds.list({ payment_intent: intent, limit: 100 });
      for (const { status, amount } of data) if (status === 'succeeded' || status === 'pending') cents += amount;
    }
    return cents;
  }

  async #intentsOf({ id }: Stripe.Invoice): Promise<string[]> {
    if (!id) return [];
    const { data } = await this.#stripe.invoicePayments.list({ invoice: id, status: 'paid' });
    return data.map(({ payment }) => idIn(payment.payment_intent)).filter((intent) => intent !== undefined);
  }

  async change({ id }: RunningSubscription, change: Change): Promise<void> {
    const { subscriptions } = this.#stripe;
    const found = await subscriptions.retrieve(id);
    switch (change.action) {
      case 'change': {
        const item = found.items.data[0];
        const price = await this.#prices.idOf(change);
        if (!item) throw new Rejected('not_running', 'The subscription does not run');
        if (item.price.id === price) throw new Rejected('same_plan', 'This is the plan already');
        await cardErrors(
          subscriptions.update(id, {
            items: [{ id: item.id, price }],
            proration_behavior: found.status === 'trialing' ? 'none' : 'always_invoice',
            payment_behavior: 'error_if_incomplete',
            cancel_at_period_end: false,
          }),
        );
        return;
      }
      case 'cancel':
        if (found.cancel_at_period_end) throw new Rejected('already_cancelled', 'The subscription ends already');
        await subscriptions.update(id, { cancel_at_period_end: true });
        return;
      case 'resume':
        if (!found.cancel_at_period_end && found.cancel_at === null)
          throw new Rejected('not_running', 'The subscription was not cancelled');
        await subscriptions.update(id, { cancel_at_period_end: false });
        return;
      case 'end-trial':
        if (found.status !== 'trialing') return;
        await subscriptions.update(
          id,
          { trial_end: 'now', proration_behavior: 'none' },
          { idempotencyKey: `sloy-trial-end-${id}` },
        );
        return;
      case 'refund':
        await this.#refund(id);
    }
  }

  async changeCost({ id }: RunningSubscription, to: Offer): Promise<number> {
    const { subscriptions, invoices } = this.#stripe;
    const found = await subscriptions.retrieve(id);
    const item = found.items.data[0];
    const price = await this.#prices.idOf(to);
    if (!item) throw new Rejected('not_running', 'The subscription does not run');
    if (item.price.id === price) throw new Rejected('same_plan', 'This is the plan already');
    if (found.status === 'trialing') return 0;
    const preview = await invoices.createPreview({
      subscription: id,
      subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
    });
    return preview.amount_due;
  }

  async #refund(id: string): Promise<void> {
    const found = await this.#refundable(id);
    if (!found) throw new Rejected('refund_expired', 'There is no payment of the last 24 hours');
    const { subscriptions } = this.#stripe;
    for (const payment_intent of await this.#intentsOf(found.invoice)) {
      // The idempotency key makes a repeated request return the same refund.
      await this.#stripe.refunds.create({ payment_intent }, { idempotencyKey: `sloy-refund-${payment_intent}` });
    }
    const item = found.subscription.items.data[0];
    if (!found.before || !item) return void (await subscriptions.cancel(id));
    const { price, end } = found.before;
    // Stripe starts and charges a new period when the interval (month or year) changes. A trial until the end of the paid period prevents the charge.
    const sameInterval = price.recurring?.interval === item.price.recurring?.interval;
    await subscriptions.update(id, {
      items: [{ id: item.id, price: price.id }],
      proration_behavior: 'none',
      ...(sameInterval ? {} : { trial_end: end }),
    });
  }

  async refundOffer({ id }: RunningSubscription): Promise<RefundOffer | null> {
    const found = await this.#refundable(id);
    if (!found) return null;
    const { invoice, before } = found;
    const offer = offerOf(before?.price);
    return {
      amount: invoice.amount_paid,
      currency: invoice.currency.toUpperCase(),
      until: new Date(((invoice.status_transitions.paid_at ?? 0) + REFUND_HOURS * 3600) * 1000).toISOString(),
      restores: before && offer ? { ...offer, until: new Date(before.end * 1000).toISOString() } : null,
    };
  }

  /** Finds the newest payment within the refund window that is not refunded; `before` is the previous price if the payment was for a plan change. */
  async #refundable(id: string) {
    const since = this.#now() / 1000 - REFUND_HOURS * 3600;
    const { data } = await this.#stripe.invoices.list({ subscription: id, status: 'paid', limit: 20 });
    const young = data
      .filter((invoice) => invoice.amount_paid > 0 && (invoice.status_transitions.paid_at ?? 0) >= since)
      .sort((a, b) => b.created - a.created);
    if (young.length === 0) return undefined;
    const subscription = await this.#stripe.subscriptions.retrieve(id);
    for (const invoice of young) {
      const before = await this.#before(invoice);
      const refunded = await this.#refundedOf(invoice);
      // True if an earlier refund stopped before it restored the plan; this request then restores the plan.
      const unfinished = before && subscription.items.data[0]?.price.id !== before.price.id;
      if (refunded < invoice.amount_paid || unfinished) return { invoice, before, subscription };
    }
    return undefined;
  }

  /** Reads from the invoice's credit line which price a plan change replaced, and when the period that was paid at that price ends. */
  async #before(invoice: Stripe.Invoice): Promise<{ price: Stripe.Price; end: number } | undefined> {
    if (invoice.billing_reason !== 'subscription_update') return undefined;
    const credit = invoice.lines.data.find(({ amount }) => amount < 0);
    const id = idIn(credit?.pricing?.price_details?.price);
    if (!credit || !id) return undefined;
    return { price: await this.#stripe.prices.retrieve(id), end: credit.period.end };
  }

  async setCompany({ customerId }: Customer, company: Company | null): Promise<void> {
    if (customerId) await writeCompany(this.#stripe, customerId, company);
  }

  async openPortal({ customerId, returnUrl }: PortalVisit): Promise<string> {
    if (!customerId) throw new Rejected('not_running', 'There is no customer at the provider');
    const session = await this.#stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: returnUrl,
      locale: 'bg',
    });
    return session.url;
  }

  portalLogin(email: string | undefined): string | undefined {
    if (!this.#settings.portalLogin) return undefined;
    const url = new URL(this.#settings.portalLogin);
    if (email) url.searchParams.set('prefilled_email', email);
    return url.href;
  }

  isFault(error: Error): boolean {
    return error instanceof Stripe.errors.StripeError;
  }
}
