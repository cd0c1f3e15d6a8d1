import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { usePlan } from '@/device/session/use-plan';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { offlineText } from '@/features/downloads/text';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import type { SectionRule } from '@/features/shell/widgets/sections';
import { isSubscriber } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { backLinkClass } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Skeleton } from '@/ui/skeleton';
import { useTitle } from '@/ui/use-title';
import { NetworkChip } from './network-chip';

const UpsellSection = lazyWithRetry(() =>
  import('@/features/shell/widgets/upsell-section').then((module) => module.UpsellSection),
);

/** A section of the dashboard on the offline home. It stays open when the network returns. */
export function OfflineSection({ section }: { section: SectionRule }) {
  const plan = usePlan();
  const isKnown = useIsPlanKnown();
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
          {!isKnown ? (
            <UnknownPlan />
          ) : !section.plans.includes(plan) ? (
            <UpsellSection section={section} />
          ) : (
            Component && <Component section={section} place="offline" free={!isSubscriber(plan)} />
          )}
        </Suspense>
      </main>
    </div>
  );
}
