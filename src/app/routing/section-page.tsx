import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { usePlan } from '@/device/session/use-plan';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { useSectionRule } from '@/features/shell/widgets/sections';
import { isSubscriber } from '@/shared/entitlements';
import { afterCheck } from '@/shared/route-guards';
import { common } from '@/shared/text/common';
import type { Section } from '@/shared/text/shell';
import { backLinkClass } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { SectionsProvider } from './sections';

/** A section at its own URL: a bar with a back link, and the section below it. */
function SectionPage({ id }: { id: Section }) {
  const section = useSectionRule(id);
  const plan = usePlan();
  const isKnown = useIsPlanKnown();
  const { component: Component } = section;
  return (
    <div className="mx-auto max-w-[1200px] px-4 pb-10 md:px-8">
      <header className="flex min-h-16 flex-wrap items-center gap-x-2">
        <Link to={afterCheck(plan)} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          {common.back}
        </Link>
        <AppBarEnd />
      </header>
      <main id="main" tabIndex={-1} data-screen>
        <Suspense fallback={<Skeleton className="mt-2 h-80" />}>
          {!isKnown ? (
            <UnknownPlan />
          ) : (
            Component && <Component section={section} place="page" free={!isSubscriber(plan)} />
          )}
        </Suspense>
      </main>
    </div>
  );
}

export const CertificatesScreen = () => (
  <SectionsProvider>
    <SectionPage id="certificates" />
  </SectionsProvider>
);

export const NotificationsScreen = () => (
  <SectionsProvider>
    <SectionPage id="notifications" />
  </SectionsProvider>
);
