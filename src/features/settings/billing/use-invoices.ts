import { useEffect, useEffectEvent, useState } from 'react';
import { type BillingHistory, fetchBillingHistory } from '@/features/billing/requests';
import { type LocalInvoice, localInvoices } from '@/features/billing/rules/invoices';
import type { SubscriptionRow } from '@/shared/account-rows';
import { toast } from '@/ui/toast';
import { billingText as text } from '../text';

export type Invoice = BillingHistory['invoices'][number] | LocalInvoice;

export type Invoices =
  | { state: 'loading' }
  /** `local`: the service sent no invoices, so this device derived `invoices` from the subscription. */
  | { state: 'list'; invoices: readonly Invoice[]; local: boolean; more: boolean }
  | { state: 'empty' }
  | { state: 'failed' };

/** The list after an error or an empty answer: derives the invoices from the subscription row (specification 1 §7). */
function fallback(subscription: SubscriptionRow | null, otherwise: 'empty' | 'failed'): Invoices {
  const invoices = subscription ? localInvoices(subscription, Date.now()) : [];
  return invoices.length ? { state: 'list', invoices, local: true, more: false } : { state: otherwise };
}

export function useInvoices(email: string, subscription: SubscriptionRow | null, online: boolean) {
  const [shown, setShown] = useState<Invoices>({ state: 'loading' });
  const [busy, setBusy] = useState(false);
  const load = async (before: readonly Invoice[] = []) => {
    setBusy(true);
    try {
      const { invoices, has_more } = await fetchBillingHistory(email, before.length);
      const all = [...before, ...invoices];
      setShown(
        all.length ? { state: 'list', invoices: all, local: false, more: has_more } : fallback(subscription, 'empty'),
      );
    } catch (error) {
      console.error('The invoices could not be loaded:', error);
      // Keep invoices that the service sent, because they are more accurate than derived ones.
      setShown((known) => (known.state === 'list' && !known.local ? known : fallback(subscription, 'failed')));
      if (before.length) toast('error', text.failed);
    } finally {
      setBusy(false);
    }
  };
  const start = useEffectEvent(() => void load());
  // Reload the list when the subscription changes, which usually means a new invoice, and when the network returns.
  const version = `${email} ${subscription?.updated_at} ${online}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the subscription or the network changes
  useEffect(() => start(), [version]);
  return {
    shown,
    busy,
    refresh: () => {
      setShown({ state: 'loading' });
      return load();
    },
    more: () => load(shown.state === 'list' ? shown.invoices : []),
  };
}
