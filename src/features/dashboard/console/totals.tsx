import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sectionHref } from '@/features/console/widgets/console-sections';
import type { DashboardFigures } from '@/features/console-kit/requests/answers';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { counted, formatNumber } from '@/shared/format/format';
import { formatMoney } from '@/shared/format/format-money';
import { cardClass } from '@/ui/card';

/** Formats an amount and omits the cents when they are zero. */
const money = (cents: number, currency: string) => formatMoney(cents, currency).replace(/,00(?=\D*$)/, '');

/** Four totals: the user cards link to the users, the revenue cards to the payments. */
export function Totals({ figures }: { figures: DashboardFigures }) {
  const { totals, revenue, growth } = figures;
  const revenueHref = sectionHref('dashboard', { view: 'revenue' });
  const cards = [
    {
      title: text.users,
      value: formatNumber(totals.users),
      about: text.newThisMonth(counted(growth.at(-1)?.users ?? 0, ...text.newUsers)),
      to: sectionHref('users'),
    },
    {
      title: text.paying,
      value: formatNumber(totals.paying),
      about: text.granted(totals.granted),
      to: sectionHref('users', { filter: 'paying' }),
    },
    {
      title: text.monthly,
      value: money(revenue.monthly, revenue.currency),
      about: text.counts(counted(revenue.subscriptions, ...text.subscriptions)),
      to: revenueHref,
    },
    { title: text.yearly, value: money(revenue.yearly, revenue.currency), about: text.estimate, to: revenueHref },
  ];
  return (
    <ul className={`${cardClass} grid grid-cols-2 overflow-hidden lg:grid-cols-4`}>
      {cards.map(({ title, value, about, to }, index) => (
        <li
          key={title}
          className={
            index === 0
              ? ''
              : index === 2
                ? 'border-line max-lg:border-t lg:border-l'
                : 'border-line border-l max-lg:nth-[n+3]:border-t'
          }
        >
          <Link to={to} className="group/total block h-full px-4 py-3 text-ink no-underline hover:bg-sunk">
            <span className="block text-muted text-sm">{title}</span>
            <span className="flex items-center justify-between gap-1">
              <span className="num whitespace-nowrap font-extrabold text-2xl">{value}</span>
              <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted max-md:hidden" />
            </span>
            <span className="block text-muted text-xs">{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
