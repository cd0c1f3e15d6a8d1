import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { saveAsFile } from '@/device/save-as-file';
import { useSession } from '@/device/session/session-store';
import { usePortal } from '@/features/billing/widgets/use-portal';
import { formatDate } from '@/shared/format/format';
import { formatMoney } from '@/shared/format/format-money';
import { Badge } from '@/ui/badge';
import { Button, buttonClass } from '@/ui/button';
import { toast } from '@/ui/toast';
import { billingText as text } from '../text';
import type { Invoice } from './use-invoices';

interface RowProps extends InvoiceRowProps {
  /** True if the payment provider still accepts a payment for this unpaid invoice. */
  payable: boolean;
}

interface InvoiceRowProps {
  invoice: Invoice;
  /** True if this device generated the invoice from the subscription. */
  local: boolean;
  email: string;
}

/** Saves the invoice as a PDF that this device creates. */
function PdfButton({ invoice, local, email }: InvoiceRowProps) {
  const [busy, setBusy] = useState(false);
  const fullName = useSession((session) => session.identity?.full_name ?? '');
  const save = async () => {
    setBusy(true);
    try {
      const { invoiceFile } = await import('./invoice-pdf');
      const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due;
      const refunded = 'amount_refunded' in invoice ? invoice.amount_refunded : 0;
      const buyer = { full_name: fullName, email, company: 'buyer' in invoice ? invoice.buyer : null };
      saveAsFile(
        `invoice-${invoice.number}.pdf`,
        await invoiceFile({ ...invoice, amount, refunded, local }, buyer, location.host),
      );
    } catch (error) {
      console.error('The invoice could not be drawn:', error);
      const letters = error instanceof Error && 'letters' in error ? error.letters : undefined;
      const reason = navigator.onLine ? text.pdfFailedText : text.pdfOffline;
      toast('error', text.pdfFailed, { description: Array.isArray(letters) ? text.pdfLetters(letters) : reason });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind="plain"
      busy={busy}
      onClick={() => void save()}
      className="px-2.5"
      aria-label={text.pdf(invoice.number)}
    >
      {!busy && <Download size={18} aria-hidden="true" />}
      {text.pdfShort}
    </Button>
  );
}

/** Opens the portal, where the invoice can be paid. */
function PayButton({ number, email }: { number: string; email: string }) {
  const portal = usePortal();
  return (
    <Button
      kind="plain"
      busy={portal.busy}
      onClick={() => void portal.open(email)}
      className="px-2.5"
      aria-label={`${text.payNowFor(number)} ${text.newWindow}`}
    >
      {text.payNow}
    </Button>
  );
}

export function InvoiceRow({ invoice, local, email, payable }: RowProps) {
  const { number, status, currency, created } = invoice;
  const amount = formatMoney(status === 'paid' ? invoice.amount_paid : invoice.amount_due, currency);
  const refunded = 'amount_refunded' in invoice ? invoice.amount_refunded : 0;
  const url = 'hosted_invoice_url' in invoice ? invoice.hosted_invoice_url : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 md:min-h-16 md:flex-nowrap">
      <div className="flex min-w-0 grow basis-full flex-wrap items-center justify-between gap-x-4 md:basis-auto">
        <div>
          <p className="font-bold">{number}</p>
          <p className="text-muted text-sm">{formatDate(created * 1000)}</p>
        </div>
        <p className="num text-right font-bold">
          {amount}
          {refunded > 0 && (
            <span className="block font-normal text-muted text-sm">
              {text.refunded(formatMoney(refunded, currency))}
            </span>
          )}
        </p>
      </div>
      <span className="md:w-24">
        <Badge tone={status === 'paid' ? 'ok' : 'danger'}>{text.invoice[status]}</Badge>
      </span>
      <span className="-mr-2.5 ml-auto flex flex-wrap justify-end">
        {url && (
          <a href={url} target="_blank" rel="noopener" className={buttonClass('plain', 'px-2.5')}>
            <ExternalLink size={18} aria-hidden="true" />
            <span aria-hidden="true">{status === 'unpaid' ? text.payNow : text.openShort}</span>
            <span className="sr-only">
              {status === 'unpaid' ? text.payNowFor(number) : text.open(number)} {text.newWindow}
            </span>
          </a>
        )}
        {!url && status === 'unpaid' && payable && <PayButton number={number} email={email} />}
        <PdfButton invoice={invoice} local={local} email={email} />
      </span>
    </li>
  );
}
