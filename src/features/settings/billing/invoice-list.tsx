import { RefreshCw } from 'lucide-react';
import { useOnline } from '@/device/use-online';
import type { SubscriptionRow } from '@/shared/account-rows';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SkeletonRow } from '@/ui/skeleton';
import { SettingsCard } from '../settings-card';
import { billingText as text } from '../text';
import { InvoiceRow } from './invoice-row';
import { useInvoices } from './use-invoices';

export function InvoiceList({ email, subscription }: { email: string; subscription: SubscriptionRow | null }) {
  const online = useOnline();
  const { shown, busy, refresh, more } = useInvoices(email, subscription, online);
  const failed = online ? text.failed : text.waiting;
  return (
    <SettingsCard
      title={text.invoices}
      end={
        <Button busy={busy} disabled={!online} onClick={() => void refresh()}>
          {!busy && <RefreshCw size={18} aria-hidden="true" />}
          {text.refresh}
        </Button>
      }
    >
      {shown.state === 'loading' && (
        <div role="status" aria-label={text.loading}>
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
        </div>
      )}
      {shown.state === 'empty' && (
        <Notice title={text.empty} headingLevel={3}>
          {text.emptyText}
        </Notice>
      )}
      {shown.state === 'failed' && (
        <Notice title={failed} headingLevel={3} kind={online ? 'error' : 'offline'}>
          {online && text.failedText}
        </Notice>
      )}
      {shown.state === 'list' && (
        <>
          {shown.local && <p className="mb-2 text-muted text-sm">{online ? text.local : text.localOffline}</p>}
          <ul className="ruled">
            {shown.invoices.map((invoice) => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                local={shown.local}
                email={email}
                payable={subscription?.status === 'past_due'}
              />
            ))}
          </ul>
          {shown.more && (
            <Button busy={busy} onClick={() => void more()} className="mt-3">
              {text.more}
            </Button>
          )}
        </>
      )}
    </SettingsCard>
  );
}
