/**
 * Data access of the billing module: calls database functions as the service role over supabase-js, also on a hosted project.
 * Guarantees: every result is validated; each call is one transaction.
 */
import * as v from 'valibot';
import type { Company } from '../../src/shared/company';
import { billingPeriods, paidPlans } from '../../src/shared/pricing';
import type { Call } from '../http/service-client';
import type { InvoiceState, ProviderEvent, SubscriptionState } from './provider';

const begun = v.object({ seen: v.boolean(), ticket: v.number() });
const companySchema = v.object({
  name: v.string(),
  company_id: v.string(),
  vat_number: v.string(),
  address: v.string(),
});
const accountSchema = v.object({
  id: v.string(),
  email: v.string(),
  is_admin: v.boolean(),
  has_pro_plan: v.boolean(),
  has_premium_plan: v.boolean(),
  status: v.nullable(v.string()),
  billing_period: v.nullable(v.picklist(billingPeriods)),
  current_period_end: v.nullable(v.string()),
  trial_ends_at: v.nullable(v.string()),
  cancel_at_period_end: v.boolean(),
  trial_used: v.boolean(),
  company: v.nullable(companySchema),
  subscription: v.nullable(
    v.object({
      id: v.string(),
      provider: v.picklist(['stripe', 'test']),
      customer_id: v.nullable(v.string()),
      plan: v.picklist(paidPlans),
      period: v.picklist(billingPeriods),
      status: v.string(),
      runs: v.boolean(),
    }),
  ),
});
const paymentSchema = v.object({
  id: v.string(),
  invoice_id: v.nullable(v.string()),
  number: v.nullable(v.string()),
  status: v.picklist(['succeeded', 'pending', 'failed', 'refunded']),
  amount: v.number(),
  amount_due: v.nullable(v.number()),
  refunded: v.number(),
  currency: v.string(),
  created_at: v.string(),
  period_start: v.nullable(v.string()),
  period_end: v.nullable(v.string()),
  hosted_invoice_url: v.nullable(v.string()),
  invoice_pdf: v.nullable(v.string()),
  subscription_id: v.nullable(v.string()),
  email: v.string(),
  description: v.nullable(v.string()),
  plan_type: v.nullable(v.picklist(paidPlans)),
  buyer: v.nullable(companySchema),
});
const pageSchema = v.object({ total_count: v.number(), payments: v.array(paymentSchema) });
const runningSchema = v.array(v.object({ id: v.string(), customer_id: v.nullable(v.string()) }));
const objectsSchema = v.array(
  v.object({
    id: v.string(),
    kind: v.picklist(['checkout', 'subscription', 'invoice', 'event']),
    owner: v.string(),
    version: v.number(),
    due_at: v.nullable(v.string()),
    body: v.record(v.string(), v.unknown()),
  }),
);

export type Account = v.InferOutput<typeof accountSchema>;
export type Payment = v.InferOutput<typeof paymentSchema>;
/** A stored object of the sandbox provider. `version`: the version that was read, 0 for a new row. Saving `body: null` deletes the row. */
export type SandboxObject = Omit<v.InferOutput<typeof objectsSchema>[number], 'body'> & {
  body: Record<string, unknown> | null;
};
export interface SandboxQuery {
  id?: string;
  owner?: string;
  kind?: SandboxObject['kind'];
  /** Selects objects that are due at or before this Unix time (ms). */
  due?: number;
}

export class BillingStore {
  readonly #call: Call;
  constructor(call: Call) {
    this.#call = call;
  }

  async begin(eventId: string) {
    return v.parse(begun, await this.#call('billing_begin', { p_event: eventId }));
  }

  async apply(event: ProviderEvent, ticket: number, subscription: SubscriptionState | null, invoices: InvoiceState[]) {
    const args = {
      p_event: event.id,
      p_type: event.type,
      p_ticket: ticket,
      p_subscription: subscription,
      p_invoices: invoices,
    };
    return v.parse(v.picklist(['applied', 'duplicate']), await this.#call('billing_apply', args));
  }

  /** Finds an account by its id, or by its e-mail address if `uid` is null. */
  async account(uid: string | null, email: string | null = null): Promise<Account | null> {
    return v.parse(v.nullable(accountSchema), await this.#call('billing_account', { p_user: uid, p_email: email }));
  }

  async history(uid: string, limit: number, offset: number) {
    return v.parse(pageSchema, await this.#call('billing_history', { p_user: uid, p_limit: limit, p_offset: offset }));
  }

  /** Stores the company of an account; null removes it. @returns the stored company */
  async saveCompany(uid: string, company: Company | null): Promise<Company | null> {
    const args = { p_user: uid, p_company: company };
    return v.parse(v.nullable(companySchema), await this.#call('billing_company_save', args));
  }

  /** Finds subscriptions that still run although their account is deleted or scheduled for deletion. */
  async orphans() {
    return v.parse(runningSchema, await this.#call('billing_orphans', {}));
  }

  /** Finds running trials of accounts or addresses that already had one. */
  async repeatedTrials() {
    return v.parse(runningSchema, await this.#call('billing_repeated_trials', {}));
  }

  async sandboxObjects({ id, owner, kind, due }: SandboxQuery) {
    const p_due = due === undefined ? null : new Date(due).toISOString();
    const args = { p_id: id ?? null, p_owner: owner ?? null, p_kind: kind ?? null, p_due };
    return v.parse(objectsSchema, await this.#call('billing_test_read', args));
  }

  /** Saves all rows or none. @returns false when another writer has changed a row since it was read. */
  async saveSandboxObjects(rows: SandboxObject[]): Promise<boolean> {
    return v.parse(v.boolean(), await this.#call('billing_test_save', { p_rows: rows }));
  }
}
