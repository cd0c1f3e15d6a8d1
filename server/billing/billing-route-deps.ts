// Shared by the billing routes: their dependencies, the response with a plan, and the subscription that a request may change.
import type { Context } from 'hono';
import { planOf } from '../../src/shared/entitlements';
import { fail, type Guards } from '../http/guards';
import type { Origins } from '../http/service-module';
import type { Account, BillingStore } from './billing-store';
import type { Provider } from './provider';

export interface BillingRouteDeps {
  provider: Provider;
  store: BillingStore;
  guards: Guards;
  origins: Origins;
}

export const planAnswer = (account: Account) => ({
  subscribed: account.has_pro_plan || account.has_premium_plan,
  plan: planOf(account),
  has_pro_plan: account.has_pro_plan,
  has_premium_plan: account.has_premium_plan,
  status: account.status,
  billing_period: account.billing_period,
  current_period_end: account.current_period_end,
  trial_ends_at: account.trial_ends_at,
  cancel_at_period_end: account.cancel_at_period_end,
  trial_available: !account.trial_used,
});

export const unknownAccount = (c: Context) => fail(c, 'unauthorized', 'The account does not exist any more');

/** The account's subscription; undefined if it has ended or belongs to another provider. */
export const runningOf = (provider: Provider, { subscription }: Account) =>
  subscription?.runs && subscription.provider === provider.name ? subscription : undefined;
