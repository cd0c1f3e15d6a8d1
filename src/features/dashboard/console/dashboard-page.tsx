import { Suspense } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { consoleText } from '@/features/console-kit/text/console';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Skeleton } from '@/ui/skeleton';
import { AttentionCard } from './attention-card';
import { GrowthCard } from './growth-card';
import { LatestPayments, LatestUsers } from './latest-cards';
import { PlansCard } from './plans-card';
import { dashboardFigures } from './requests/dashboard';
import { serverState } from './requests/server-state';
import { Totals } from './totals';

const RevenueView = lazyWithRetry(() => import('./revenue-view').then((module) => module.RevenueView));

const DashboardSkeleton = () => (
  <div role="status" aria-label={consoleText.loading} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_316px]">
    <div className="grid content-start gap-4">
      <Skeleton className="h-26" />
      <Skeleton className="h-80" />
    </div>
    <Skeleton className="h-80" />
  </div>
);

/** The console's first section: totals, growth, plans, the latest payments and users, what needs attention. */
export function DashboardPage() {
  const { get } = useConsoleAddress();
  return get('view') === 'revenue' ? (
    <Suspense fallback={<CodeFallback />}>
      <RevenueView />
    </Suspense>
  ) : (
    <Overview />
  );
}

function Overview() {
  const figures = useConsoleQuery(['dashboard'], dashboardFigures);
  const server = useConsoleQuery(['server-state'], serverState);
  return (
    <RemoteStates remote={figures} failed={text.failed} skeleton={<DashboardSkeleton />}>
      {(data) => (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_316px]">
          <div className="grid min-w-0 content-start gap-4">
            <Totals figures={data} />
            <div className="lg:hidden">
              <AttentionCard attention={data.attention} server={server.data ?? undefined} />
            </div>
            <GrowthCard growth={data.growth} />
            <div className="grid gap-4 md:grid-cols-2">
              <LatestPayments rows={data.latest_payments} />
              <LatestUsers rows={data.latest_users} />
            </div>
          </div>
          <div className="grid min-w-0 content-start gap-4">
            <div className="max-lg:hidden">
              <AttentionCard attention={data.attention} server={server.data ?? undefined} />
            </div>
            <PlansCard distribution={data.distribution} />
          </div>
        </div>
      )}
    </RemoteStates>
  );
}
