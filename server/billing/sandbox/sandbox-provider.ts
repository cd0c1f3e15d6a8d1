/**
 * The payment provider when no Stripe key is set: it has real states and signed events, but moves no money.
 * Guarantees: a change and its events are saved in one transaction, and events are delivered until the webhook accepts them; repeating a
 * request has no further effect; the clock is injected, so that a test can simulate a year within a second.
 * Rule: the sandbox informs the product only as Stripe does: through signed events and reads.
 */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Company } from '../../../src/shared/company';
import type { BillingPeriod, PaidPlan } from '../../../src/shared/pricing';
import type { BillingStore, SandboxObject, SandboxQuery } from '../billing-store';
import {
  BadSignature,
  type Change,
  type Customer,
  isoOf,
  type PortalVisit,
  type Provider,
  type ProviderEvent,
  type Purchase,
  type Reading,
  type RefundOffer,
  Rejected,
  type RunningSubscription,
} from '../provider';
import { checkSignature, SIGNATURE_HEADER, signatureOf } from '../signature';
import type { Card, Step } from './lifecycle';
import { advance, begin, changed, costOf, dueAt, paidLate, refundable, refundEnd } from './lifecycle';
import {
  type BodyOf,
  bodies,
  eventBody,
  invoiceEvents,
  invoiceRow,
  invoiceState,
  type Kind,
  type Stored,
  subscriptionState,
} from './objects';
import { portalPass, readPortalPass } from './portal-pass';

/** How long an unpaid checkout stays valid (ms). */
const CHECKOUT_MS = 24 * 3_600_000;
/** Number of attempts to save a change when concurrent writers cause version conflicts. */
const TRIES = 5;

const newId = (prefix: string) => `${prefix}_test_${randomBytes(18).toString('hex')}`;

export type Paid = 'complete' | 'declined' | 'expired' | 'missing';

interface Options {
  store: BillingStore;
  /** Signs events and portal URLs. */
  secret: string;
  now: () => number;
  /** Posts an event to the product's webhook. @returns true when the webhook accepted it. */
  deliver: (rawBody: string, headers: Record<string, string>) => Promise<boolean>;
}

export class SandboxProvider implements Provider {
  readonly name = 'test';
  readonly #options: Options;
  constructor(options: Options) {
    this.#options = options;
  }

  async startCheckout({ uid, email, plan, period, trialDays, company, successUrl, cancelUrl, base }: Purchase) {
    const id = newId('cs');
    const open = (await this.#all('checkout', { owner: uid })).filter(({ body }) => body.status === 'open');
    const order = { uid, email, plan, period, trialDays, company };
    const body = { ...order, success_url: successUrl, cancel_url: cancelUrl, status: 'open' as const };
    const saved = await this.#options.store.saveSandboxObjects([
      ...open.map((row) => this.#row('checkout', { ...row, body: { ...row.body, status: 'expired' } })),
      this.#row('checkout', { id, version: 0, body: { ...body, expires_at: this.#options.now() + CHECKOUT_MS } }),
    ]);
    if (!saved) throw new Rejected('busy', 'Another checkout is being opened or paid');
    return { id, url: `${base}/test-checkout/${id}` };
  }

  async verify(rawBody: string, header: (name: string) => string | undefined): Promise<ProviderEvent> {
    checkSignature(header(SIGNATURE_HEADER), rawBody, this.#options.secret, this.#options.now());
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventBody), rawBody);
    if (!parsed.success) throw new BadSignature('no event');
    const { id, type, data } = parsed.output;
    return { id, type, object: data.object };
  }

  async read({ object }: ProviderEvent): Promise<Reading | null> {
    const { id, subscription, invoice } = object;
    const contract = await this.#one('subscription', String(subscription ?? id));
    const bill = typeof invoice === 'string' ? await this.#one('invoice', invoice) : undefined;
    if (!contract) return null;
    return { subscription: subscriptionState(contract), invoices: bill ? [invoiceState(bill)] : [] };
  }

  async change({ id }: RunningSubscription, change: Change): Promise<void> {
    const { now } = this.#options;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const stored = await this.#one('subscription', id);
      if (!stored) throw new Rejected('not_running', 'There is no such subscription');
      const due = advance(stored.body, now());
      const back = change.action === 'refund' ? refundable(await this.invoices(stored.body.uid, id), now()) : undefined;
      if (change.action === 'refund' && !back)
        throw new Rejected('refund_expired', 'There is no payment of the last 24 hours');
      const step = changed(due.contract, change, now(), back);
      const refunded = back ? [invoiceRow(back, { status: 'refunded', refunded: back.amount_paid })] : [];
      if (
        await this.#commit(
          stored,
          { ...step, bills: [...due.bills, ...step.bills], events: [...due.events, ...step.events] },
          refunded,
        )
      )
        return;
    }
    throw new Rejected('busy', 'The subscription is being changed');
  }

  async changeCost({ id }: RunningSubscription, to: { plan: PaidPlan; period: BillingPeriod }): Promise<number> {
    const stored = await this.#one('subscription', id);
    if (!stored) throw new Rejected('not_running', 'There is no such subscription');
    const { contract } = advance(stored.body, this.#options.now());
    // Ignore the result: the call only checks that the change is possible, and throws Rejected otherwise.
    changed(contract, { action: 'change', ...to }, this.#options.now());
    return Math.max(0, costOf(contract, to, this.#options.now()));
  }

  async refundOffer({ id }: RunningSubscription): Promise<RefundOffer | null> {
    const stored = await this.#one('subscription', id);
    const bill = stored && refundable(await this.invoices(stored.body.uid, id), this.#options.now());
    if (!bill || stored.body.status === 'canceled') return null;
    const { before } = bill;
    return {
      amount: bill.amount_paid,
      currency: 'EUR',
      until: new Date(refundEnd(bill)).toISOString(),
      restores: before ? { plan: before.plan, period: before.period, until: isoOf(before.end) } : null,
    };
  }

  /** Pays the open invoice of a subscription, as Stripe's hosted invoice page does. @throws Rejected */
  async payOpen(id: string): Promise<void> {
    const stored = await this.#one('subscription', id);
    const open = stored && (await this.invoices(stored.body.uid, id)).find(({ status }) => status === 'failed');
    if (!stored || !open) throw new Rejected('not_running', 'There is no open payment');
    const now = this.#options.now();
    const due = advance(stored.body, now);
    const step = paidLate(due.contract, open);
    const paid = invoiceRow(open, { status: 'succeeded', amount_paid: open.amount_due, paid_at: now });
    if (!(await this.#commit(stored, step, [paid]))) throw new Rejected('busy', 'The subscription is being changed');
  }

  async setCompany({ uid }: Customer, company: Company | null): Promise<void> {
    const rows = await this.#all('subscription', { owner: uid });
    const saved = rows.map((row) => this.#row('subscription', { ...row, body: { ...row.body, company } }));
    if (!(await this.#options.store.saveSandboxObjects(saved)))
      throw new Rejected('busy', 'The subscription is being changed');
  }

  openPortal({ uid, returnUrl, base }: PortalVisit): Promise<string> {
    return portalPass({ uid, returnUrl }, this.#options.secret, this.#options.now()).then(
      (pass) => `${base}/portal/${pass}`,
    );
  }

  portalLogin(): undefined {
    return undefined;
  }

  isFault(): boolean {
    return false;
  }

  // ── Used by the sandbox's pages ──

  readPortalPass = (pass: string) => readPortalPass(pass, this.#options.secret, this.#options.now());

  async checkout(id: string) {
    const stored = await this.#one('checkout', id);
    if (!stored) return undefined;
    const late = stored.body.status === 'open' && stored.body.expires_at <= this.#options.now();
    return late ? { ...stored, body: { ...stored.body, status: 'expired' as const } } : stored;
  }

  /** Pays an open checkout. Repeating the call returns 'complete'. */
  async pay(id: string, card: Card): Promise<Paid> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const stored = await this.checkout(id);
      if (!stored) return 'missing';
      if (stored.body.status !== 'open') return stored.body.status;
      if (card === 'declined') return 'declined';
      const step = begin(stored.body, card, this.#options.now());
      const done = { ...stored, body: { ...stored.body, status: 'complete' as const } };
      if (await this.#commit({ id: newId('sub'), version: 0, body: step.contract }, step, [], done)) return 'complete';
    }
    return 'expired';
  }

  /** The account's running subscription, otherwise its most recent one, with all due automatic steps applied. */
  async subscriptionOf(uid: string) {
    const all = await this.#all('subscription', { owner: uid });
    const rank = ({ body }: Stored<'subscription'>) => (body.status === 'canceled' ? 0 : 1e15) + body.started_at;
    const last = all.sort((a, b) => rank(b) - rank(a))[0];
    return last && { id: last.id, contract: advance(last.body, this.#options.now()).contract };
  }

  /** The invoices of an account, or of one subscription, newest first. */
  async invoices(uid: string, subscriptionId?: string) {
    const rows = (await this.#all('invoice', { owner: uid })).filter(
      ({ body }) => !subscriptionId || body.subscription_id === subscriptionId,
    );
    return rows
      .map(({ id, version, body }) => ({ ...body, id, version }))
      .sort((a, b) => b.created_at - a.created_at || b.ordinal - a.ordinal);
  }

  /** Processes ended periods and delivers pending events. */
  async settle(): Promise<void> {
    for (const stored of await this.#all('subscription', { due: this.#options.now() })) {
      const step = advance(stored.body, this.#options.now());
      // Ignore a version conflict: another writer has then already applied the step.
      if (step.events.length > 0) await this.#commit(stored, step);
    }
    await this.#deliver(await this.#all('event', { due: this.#options.now() }));
  }

  // ── Storage ──

  /** Saves the contract, new and changed bills, the checkout and all events, then delivers the events. @returns false on a version conflict. */
  async #commit(
    stored: Stored<'subscription'>,
    step: Step,
    bills: Stored<'invoice'>[] = [],
    checkout?: Stored<'checkout'>,
  ): Promise<boolean> {
    const { contract } = step;
    const order = { uid: contract.uid, email: contract.email, subscription_id: stored.id };
    const fresh = step.bills.map((bill) => ({ id: newId('in'), version: 0, body: { ...bill, ...order } }));
    const news = [...fresh, ...bills];
    const reported = [
      ...[...new Set(step.events)].map((type) => ({
        type: type as string,
        id: checkout && type.startsWith('checkout') ? checkout.id : stored.id,
      })),
      ...news.map(({ id, body }) => ({ type: invoiceEvents[body.status], id, invoice: id })),
    ];
    const events = reported.map(({ type, ...object }): Stored<'event'> => {
      const id = newId('evt');
      const created = Math.floor(this.#options.now() / 1000);
      return { id, version: 0, body: { id, type, created, data: { object: { ...object, subscription: stored.id } } } };
    });
    const rows = [
      this.#row('subscription', { ...stored, body: contract }),
      ...news.map((bill) => this.#row('invoice', bill)),
      ...(checkout ? [this.#row('checkout', checkout)] : []),
      ...events.map((event) => ({ ...this.#row('event', event), owner: contract.uid })),
    ];
    if (!(await this.#options.store.saveSandboxObjects(rows))) return false;
    await this.#deliver(events.map((event) => ({ ...event, version: 1 })));
    return true;
  }

  /** Delivers events. An event that the webhook does not accept stays due and is delivered again. */
  async #deliver(events: Stored<'event'>[]): Promise<void> {
    for (const event of events) {
      const rawBody = JSON.stringify(event.body);
      const headers = {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signatureOf(rawBody, this.#options.secret, this.#options.now()),
      };
      if (await this.#options.deliver(rawBody, headers)) {
        await this.#options.store.saveSandboxObjects([{ ...this.#row('event', event), body: null }]);
      }
    }
  }

  #row<K extends Kind>(kind: K, { id, version, body }: Stored<K>): SandboxObject {
    const due =
      kind === 'event' ? this.#options.now() : kind === 'subscription' ? dueAt(body as BodyOf<'subscription'>) : null;
    return {
      id,
      kind,
      owner: 'uid' in body ? body.uid : '',
      version,
      due_at: due === null ? null : new Date(due).toISOString(),
      body,
    };
  }

  async #all<K extends Kind>(kind: K, query: SandboxQuery): Promise<Stored<K>[]> {
    const rows = await this.#options.store.sandboxObjects({ ...query, kind });
    return rows.map(({ id, version, body }) => ({ id, version, body: v.parse(bodies[kind], body) as BodyOf<K> }));
  }

  async #one<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined> {
    return (await this.#all(kind, { id }))[0];
  }
}
