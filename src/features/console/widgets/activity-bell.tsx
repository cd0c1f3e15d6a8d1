import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { Activity, ActivityItem, PaymentRow } from '@/features/console-kit/requests/answers';
import { consoleText as text } from '@/features/console-kit/text/console';
import { dashboardText } from '@/features/console-kit/text/dashboard';
import { adminStoreText } from '@/features/console-kit/text/settings';
import type { LaunchSource } from '@/features/contact/rules';
import { counted, formatMoment } from '@/shared/format/format';
import { formatMoney } from '@/shared/format/format-money';
import { joinFacts } from '@/shared/join-facts';
import { CountBadge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { DropdownPanel } from '@/ui/dropdown-panel';
import { markActivity, recentActivity } from '../requests/activity';
import { sectionHref } from './console-sections';

const TABLES = ['profiles', 'payments', 'event_registrations', 'demo_requests', 'store_launch_notifications'];

const hrefs: Record<ActivityItem['kind'], string> = {
  user: sectionHref('users'),
  payment: sectionHref('dashboard', { view: 'revenue' }),
  registration: sectionHref('events', { tab: 'registrations' }),
  demo_request: sectionHref('users', { tab: 'requests', view: 'demo' }),
  launch_signup: '/admin/store',
};

/** Converts the detail of an item to text. For a payment, the detail is an amount in cents and a status code; for a store sign-up, a source code. */
function detailOf({ kind, detail }: ActivityItem): string | null {
  if (kind === 'launch_signup') return detail && (adminStoreText.sources[detail as LaunchSource] ?? detail);
  const [, cents, currency, status] = (kind === 'payment' && /^(\d+) ([A-Z]{3}) (\w+)$/i.exec(detail ?? '')) || [];
  if (!cents || !currency) return detail;
  const words = dashboardText.statuses[status as PaymentRow['status']] ?? status;
  return `${formatMoney(Number(cents), currency)}, ${words}`;
}

/** The header's badge with the number of new activities since this administrator last opened the list. A click opens the list. */
export function ActivityBell() {
  const activity = useConsoleQuery(['activity'], recentActivity, { tables: TABLES });
  const [open, setOpen] = useState(false);
  const total = activity.data?.total ?? 0;
  const label = total ? text.news(counted(total, ...text.newsItems)) : text.noNews;
  const change = (opened: boolean) => {
    setOpen(opened);
    if (!opened && activity.data?.total) {
      const { until } = activity.data;
      void markActivity(until).catch(() => undefined);
    }
  };
  return (
    <DropdownPanel
      open={open}
      onOpenChange={change}
      label={label}
      className="relative grid size-11 place-items-center rounded-control hover:bg-sunk"
      panelClass="w-[min(24rem,calc(100vw-1rem))]"
      button={
        <>
          <Bell size={20} aria-hidden="true" />
          <CountBadge count={total} className="absolute top-0 left-1/2" />
        </>
      }
    >
      {open && (
        <ActivityList
          activity={activity.data}
          failed={Boolean(activity.error)}
          onRetry={() => void activity.refetch()}
          onLeave={() => change(false)}
        />
      )}
    </DropdownPanel>
  );
}

interface ActivityListProps {
  activity: Activity | undefined;
  failed: boolean;
  onRetry: () => void;
  onLeave: () => void;
}

function ActivityList({ activity, failed, onRetry, onLeave }: ActivityListProps) {
  return (
    <div className="grid gap-1 p-1">
      <h2 className="px-2 py-1 text-base">{text.newsTitle}</h2>
      {!activity &&
        (failed ? (
          <p className="px-2 py-1 text-muted text-sm">
            {text.newsFailed}{' '}
            <Button kind="plain" onClick={onRetry}>
              {text.retry}
            </Button>
          </p>
        ) : (
          <p className="px-2 py-1 text-muted text-sm">{text.loading}</p>
        ))}
      {activity?.total === 0 && <p className="px-2 py-1 text-muted text-sm">{text.noNews}</p>}
      <ul className="grid">
        {activity?.items.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <Link
              to={hrefs[item.kind]}
              onClick={onLeave}
              className="grid min-h-11 rounded-control px-2 py-1.5 text-ink text-sm no-underline hover:bg-sunk"
            >
              <span className="wrap-anywhere font-semibold">{item.title}</span>
              <span className="wrap-anywhere text-muted text-xs">
                {joinFacts([text.newsKind[item.kind], detailOf(item), formatMoment(Date.parse(item.created_at))])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
