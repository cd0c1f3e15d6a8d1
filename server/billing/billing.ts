// Composes billing from a provider (Stripe when a key is set, otherwise the sandbox) and the store.
import type { Call } from '../http/service-client';
import type { StripeSettings } from '../ops/settings';
import { logFailure } from '../telemetry/log';
import { BillingStore } from './billing-store';
import { changeEach } from './change-each';
import { SandboxProvider } from './sandbox/sandbox-provider';
import { StripeProvider } from './stripe/stripe-provider';
import { handleEvent } from './webhook';

interface BillingOptions {
  call: Call;
  stripe: StripeSettings | undefined;
  /** Signs the sandbox's events and portal links. */
  secret: string;
  now: () => number;
  /** True when people may pay with the sandbox, which grants plans without money. */
  sandboxPayments?: boolean;
}

export interface Billing {
  store: BillingStore;
  provider: StripeProvider | SandboxProvider;
  /** False when no payments are set up: nobody can buy a plan, but existing subscriptions continue. */
  open: boolean;
  /** Processes ended periods, delivers pending events, ends repeated trials and cancels the subscriptions of deleted accounts. */
  settle(): Promise<void>;
}

export function openBilling({ call, stripe, secret, now, sandboxPayments = true }: BillingOptions): Billing {
  const store = new BillingStore(call);
  /** Passes a signed event of the sandbox to the webhook's own handler. */
  const deliver = async (body: string, headers: Record<string, string>) => {
    try {
      await handleEvent(provider, store, body, (name) => headers[name]);
      return true;
    } catch (error) {
      logFailure('sandbox event not handled', error);
      return false;
    }
  };
  const provider: Billing['provider'] = stripe
    ? new StripeProvider(stripe, now)
    : new SandboxProvider({ store, secret, now, deliver });

  const settle = async () => {
    if (provider instanceof SandboxProvider) await provider.settle();
    // Rule: never charge a deleted account again.
    await changeEach(provider, await store.orphans(), { action: 'cancel' });
    await changeEach(provider, await store.repeatedTrials(), { action: 'end-trial' });
  };
  return { store, provider, open: stripe !== undefined || sandboxPayments, settle };
}
