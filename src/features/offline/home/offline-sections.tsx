import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { offlineText } from '@/features/downloads/text';
import { useSections } from '@/features/shell/widgets/sections';
import { isSubscriber } from '@/shared/entitlements';
import { paths, sectionSearch } from '@/shared/paths';
import { cardClass } from '@/ui/card';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Skeleton } from '@/ui/skeleton';

const SearchBox = lazyWithRetry(() =>
  import('@/features/shell/widgets/search/search-box').then((module) => module.SearchBox),
);

/** The search and the sections that work offline. Rule: show only sections that the plan includes. */
export function OfflineSections() {
  const plan = usePlan();
  const sections = useSections().filter((section) => section.offline && section.plans.includes(plan));
  return (
    <div className="grid grid-cols-1 gap-4 px-4 md:px-0">
      <div className="md:max-w-xl">
        <Suspense fallback={<Skeleton className="h-11" />}>
          <SearchBox free={!isSubscriber(plan)} />
        </Suspense>
      </div>
      <nav aria-label={offlineText.sections}>
        <ul className="flex flex-wrap gap-2 max-[28rem]:grid max-[28rem]:grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]">
          {sections.map(({ id, title, Icon }) => (
            <li key={id}>
              <Link
                to={paths.offlineDashboard + sectionSearch(id)}
                className={`${cardClass} flex min-h-12 items-center gap-2 px-3 max-[28rem]:text-sm font-semibold text-ink no-underline hover:bg-sunk`}
              >
                <Icon size={20} aria-hidden="true" className="shrink-0 text-accent-ink" />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
