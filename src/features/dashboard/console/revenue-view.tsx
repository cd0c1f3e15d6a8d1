import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { PaymentRow } from '@/features/console-kit/requests/answers';
import { consoleText } from '@/features/console-kit/text/console';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { AddressSearch } from '@/features/console-kit/widgets/address-search';
import { CsvButton } from '@/features/console-kit/widgets/csv-button';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaCell, sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { PaymentState } from '@/features/console-kit/widgets/states';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { formatMoney } from '@/shared/format/format-money';
import { paths } from '@/shared/paths';
import { backLinkClass } from '@/ui/button';
import { Select } from '@/ui/select';
import { TextField } from '@/ui/text-field';
import { type PaymentQuery, type PaymentStatus, paymentPage, paymentStatuses } from './requests/dashboard';

/** Debounce delay of the search (ms). */
const TYPING_MS = 250;

const columns: readonly Column<PaymentRow>[] = [
  { id: 'client', head: text.client, cell: ({ email, description }) => <TwoLines name={email} detail={description} /> },
  {
    id: 'date',
    head: text.date,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaDate(created_at)}</span>,
  },
  {
    id: 'number',
    head: text.number,
    wide: true,
    cell: ({ number, hosted_invoice_url }) =>
      hosted_invoice_url?.startsWith('https://') ? (
        <a href={hosted_invoice_url} target="_blank" rel="noopener noreferrer">
          {number ?? text.invoice}
        </a>
      ) : (
        (number ?? consoleText.none)
      ),
  },
  { id: 'status', head: text.status, cell: ({ status }) => <PaymentState status={status} /> },
  {
    id: 'amount',
    head: text.amount,
    end: true,
    corner: true,
    cell: ({ amount, amount_due, currency }) => (
      <span className="num whitespace-nowrap font-bold">{formatMoney(amount || amount_due || 0, currency)}</span>
    ),
  },
];

const csvHead = ['created_at', 'email', 'number', 'status', 'amount', 'refunded', 'currency', 'description'];
const csvRow = (row: PaymentRow) => [
  sofiaCell(row.created_at),
  row.email,
  row.number,
  row.status,
  (row.amount / 100).toFixed(2),
  (row.refunded / 100).toFixed(2),
  row.currency,
  row.description,
];

/** All payments: search, filter, sums, CSV. */
export function RevenueView() {
  const { get, set, page } = useConsoleAddress();
  const status = (paymentStatuses.find((one) => one === get('status')) ?? 'all') satisfies PaymentStatus;
  const typed: PaymentQuery = { search: get('q'), status, from: get('from'), to: get('to') };
  const query = useDebouncedValue(typed, JSON.stringify(typed), TYPING_MS);
  const payments = useConsoleQuery(['payments', query, page], () => paymentPage(query, page), {
    tables: ['payments'],
  });
  return (
    <div className="grid gap-3">
      <div>
        <Link to={paths.adminDashboard} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          {text.backToDashboard}
        </Link>
        <h2 className="text-lg">{text.revenue}</h2>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <AddressSearch label={text.searchPayments} className="min-w-56 grow basis-64" />
        <Select
          label={text.status}
          value={status}
          onChange={({ target }) => set({ status: target.value === 'all' ? null : target.value, page: null })}
          className="basis-36 max-md:grow"
        >
          {paymentStatuses.map((one) => (
            <option key={one} value={one}>
              {text.statuses[one]}
            </option>
          ))}
        </Select>
        <TextField
          label={text.from}
          type="date"
          value={typed.from}
          onChange={({ target }) => set({ from: target.value, page: null })}
          className="basis-40 max-md:grow"
        />
        <TextField
          label={text.to}
          type="date"
          value={typed.to}
          onChange={({ target }) => set({ to: target.value, page: null })}
          className="basis-40 max-md:grow"
        />
        <CsvButton
          name="payments"
          head={csvHead}
          total={payments.data?.total ?? 0}
          load={async (number, size) => (await paymentPage(query, number, size)).rows.map(csvRow)}
        />
      </div>
      <RemoteTable
        remote={payments}
        failed={text.paymentsFailed}
        lead={({ sums }) => (
          <p className="text-muted text-sm">
            {text.sums(formatMoney(sums.amount, 'EUR'), formatMoney(sums.refunded, 'EUR'))}
          </p>
        )}
        label={text.revenue}
        columns={columns}
        idOf={({ id }) => id}
        empty={query.search || query.from || query.to || status !== 'all' ? text.noMatch : text.noPayments}
      />
    </div>
  );
}
