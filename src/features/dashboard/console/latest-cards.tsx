import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { sectionHref } from '@/features/console/widgets/console-sections';
import type { PaymentRow, UserRow } from '@/features/console-kit/requests/answers';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { PaymentState, PlanChip } from '@/features/console-kit/widgets/states';
import { formatMoment } from '@/shared/format/format';
import { formatMoney } from '@/shared/format/format-money';
import { joinFacts } from '@/shared/join-facts';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';

interface LatestProps {
  title: string;
  to: string;
  empty: string;
  rows: readonly { id: string; name: string; detail: string; end: ReactNode; state?: ReactNode }[];
}

const Latest = ({ title, to, empty, rows }: LatestProps) => (
  <Card aria-label={title} className="min-w-0">
    <div className="flex min-h-12 items-center gap-2 pr-1 pl-4">
      <h2 className="min-w-0 grow text-base">{title}</h2>
      <Link to={to} className={buttonClass('plain')}>
        {text.all}
        <span className="sr-only">: {title}</span>
      </Link>
    </div>
    {rows.length === 0 && <p className="border-line border-t px-4 py-4 text-muted text-sm">{empty}</p>}
    <ul>
      {rows.map(({ id, name, detail, end, state }) => (
        <li
          key={id}
          className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-4 py-1.5 text-sm"
        >
          <span className="truncate font-bold">{name}</span>
          <span className={state ? 'num text-right font-bold' : 'row-span-2'}>{end}</span>
          <span className="truncate text-muted text-xs">{detail}</span>
          {state && <span className="text-right">{state}</span>}
        </li>
      ))}
    </ul>
  </Card>
);

/** The five latest payments. */
export const LatestPayments = ({ rows }: { rows: readonly PaymentRow[] }) => (
  <Latest
    title={text.payments}
    to={sectionHref('dashboard', { view: 'revenue' })}
    empty={text.noPayments}
    rows={rows.map((row) => ({
      id: row.id,
      name: row.email,
      detail: joinFacts([row.description ?? row.plan_type, formatMoment(Date.parse(row.created_at))]),
      end: formatMoney(row.amount || row.amount_due || 0, row.currency),
      state: <PaymentState status={row.status} />,
    }))}
  />
);

/** The five latest users. */
export const LatestUsers = ({ rows }: { rows: readonly UserRow[] }) => (
  <Latest
    title={text.latestUsers}
    to={sectionHref('users')}
    empty={text.noUsers}
    rows={rows.map((row) => ({
      id: row.id,
      name: row.email,
      detail: formatMoment(Date.parse(row.created_at)),
      end: <PlanChip plan={row.plan} />,
    }))}
  />
);
