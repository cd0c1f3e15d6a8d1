import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { usePlan } from '@/data/session/use-plan';
import { isSubscriber } from '@/domain/entitlements';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { useTitle } from '@/lib/use-title';
import { offlineText } from '@/text/offline';
import { backLinkClass } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { AppBarEnd } from '@/widgets/shell/app-bar';
import type { SectionRule } from '@/widgets/shell/sections';
import { NetworkChip } from './network-chip';

const UpsellSection = lazyWithRetry(() =>
  import('@/widgets/shell/upsell-section').then((module) => module.UpsellSection),
);

/** A section of the dashboard on the offline home. It stays open when the network returns. */
export function OfflineSection({ section }: { section: SectionRule }) {
  const plan = usePlan();
  const main = useRef<HTMLElement>(null);
  useTitle(section.title);
  // Opening a section changes only the query, so the shell does not move the focus: focus the section here.
  useEffect(() => {
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, []);
  const { component: Component } = section;
  return (
    <div className="mx-auto max-w-[1200px] px-4 pb-24 md:px-8">
      <header className="flex min-h-16 flex-wrap items-center gap-x-2">
        <Link to={paths.offlineDashboard} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          {offlineText.home}
        </Link>
        <NetworkChip />
        <AppBarEnd />
      </header>
      <main ref={main} id="main" tabIndex={-1} data-screen>
        <Suspense fallback={<Skeleton className="mt-2 h-80" />}>
          {!section.plans.includes(plan) ? (
            <UpsellSection section={section} />
          ) : (
            Component && <Component section={section} place="offline" free={!isSubscriber(plan)} />
          )}
        </Suspense>
      </main>
    </div>
  );
}
