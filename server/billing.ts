// Puts the payment service together: the provider (Stripe with a key, the built-in one without), the store, the routes, the clock.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Hono } from 'hono';
import ws from 'ws';
import { StripeProvider } from './adapters/stripe/stripe-provider';
import { TestProvider } from './adapters/test-provider/test-provider';
import type { PaymentsEnv } from './routes/guards';
import { type PaymentsOptions, paymentsApp } from './routes/payments';
import { Refused } from './services/billing/provider';
import { BillingStore, type Call, DatabaseError } from './services/billing/store';
import type { StripeSettings } from './services/settings';

/** How often periods that ended, events that were not taken and subscriptions of deleted accounts are looked for, ms. */
const TICK_MS = { test: 10_000, stripe: 600_000 } as const;

export interface BillingOptions extends Omit<PaymentsOptions, 'provider' | 'store' | 'now'> {
  call: Call;
  stripe: StripeSettings | undefined;
  /** Signs what the built-in provider gives out. */
  secret: string;
  now?: () => number;
}

export interface Billing {
  app: Hono<PaymentsEnv>;
  store: BillingStore;
  provider: StripeProvider | TestProvider;
  /** Does what is due by itself. */
  settle(): Promise<void>;
  /** Settles now and then. @returns the way to stop it. */
  start(): () => Promise<void>;
}

/** A client with the service's own key. `fetch`: how the backend is reached, when not by the network. */
export function serviceClient(
  url: string,
  secretKey: string,
  reach?: (request: Request) => Promise<Response>,
): SupabaseClient {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket }, // Node 20 has none; never opened here
    ...(reach ? { global: { fetch: (input, init) => reach(new Request(input, init)) } } : {}),
  });
}

export function openBilling({ call, stripe, secret, now = Date.now, ...rest }: BillingOptions): Billing {
  const store = new BillingStore(call);
  const deliver = async (body: string, headers: Record<string, string>) =>
    (await app.request('/webhook', { method: 'POST', headers, body })).ok;
  const provider = stripe ? new StripeProvider(stripe, now) : new TestProvider({ store, secret, now, deliver });
  const app: Hono<PaymentsEnv> = paymentsApp({ ...rest, provider, store, now });

  const settle = async () => {
    if (provider instanceof TestProvider) await provider.settle();
    // Rule: nobody is charged any longer who has deleted the account.
    for (const orphan of await store.orphans()) {
      await provider.change(orphan, { action: 'cancel' }).catch((error: Error) => {
        if (!(error instanceof Refused)) throw error;
      });
    }
  };
  const start = () => {
    let running: Promise<void> = Promise.resolve();
    const tick = () => {
      running = running.then(settle).catch((error: Error) => {
        // A database without the product's tables has nothing that could be due.
        if (!(error instanceof DatabaseError && error.code === 'PGRST202'))
          console.error(`payments: the clock: ${error.name}`);
      });
    };
    const timer = setInterval(tick, TICK_MS[provider.name]);
    timer.unref();
    tick();
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  return { app, store, provider, settle, start };
}
