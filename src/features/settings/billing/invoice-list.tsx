import { ExternalLink, RefreshCw } from 'lucide-react';
import type { SubscriptionRow } from '@/domain/rows';
import { formatDate } from '@/lib/format';
import { useOnline } from '@/lib/use-online';
import { billingText as text } from '@/text/settings';
import { Badge } from '@/ui/badge';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SkeletonRow } from '@/ui/skeleton';
import { SettingsCard } from '../settings-card';
import { type Invoices, useInvoices } from './use-invoices';

type Invoice = Extract<Invoices, { state: 'list' }>['invoices'][number];

const money = (cents: number, currency: string) => new Intl.NumberFormat('bg-BG', { style: 'currency', currency }).format(cents / 100);

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, status, currency, created } = invoice;
  const amount = money(status === 'paid' ? invoice.amount_paid : invoice.amount_due, currency);
  const refunded = 'amount_refunded' in invoice ? invoice.amount_refunded : 0;
  const url = 'hosted_invoice_url' in invoice ? invoice.hosted_invoice_url : null;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 grow basis-44">
        <p className="font-bold">{number}</p>
        <p className="text-muted text-sm">{formatDate(created * 1000)}</p>
      </div>
      <p className="num font-bold">
        {amount}
        {refunded > 0 && <span className="block font-normal text-muted text-sm">{text.refunded(money(refunded, currency))}</span>}
      </p>
      <Badge tone={status === 'paid' ? 'ok' : 'danger'}>{text.invoice[status]}</Badge>
      {url && (
        <a href={url} target="_blank" rel="noopener" className={buttonClass('plain')}>
          <ExternalLink size={18} aria-hidden="true" />
          <span aria-hidden="true">{text.openShort}</span>
          <span className="sr-only">
            {text.open(number)} {text.newWindow}
          </span>
        </a>
      )}
    </li>
  );
}

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
          {shown.local && <p className="mb-2 text-muted text-sm">{text.local}</p>}
          <ul className="divide-y divide-line">
            {shown.invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
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
