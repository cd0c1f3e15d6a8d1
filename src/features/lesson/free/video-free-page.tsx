import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { useFreeLesson } from '@/features/lessons/queries/use-free-lesson';
import { SyncChip } from '@/features/sync/widgets/sync-chip';
import { paths } from '@/shared/paths';
import { titles } from '@/shared/text/common';
import { backLinkClass, buttonClass } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { useTitle } from '@/ui/use-title';
import { freeText as text } from '../text/free';
import { FreeContent } from './free-content';
import { FreeFailure } from './free-failure';

const titleClass = 'col-span-3 min-w-0 px-2 pt-2 md:order-2 md:col-span-1 md:px-0 md:pt-0';

/** /video-free/{id}: the preview of a lesson for accounts without a subscription. */
export function VideoFreePage() {
  const { videoId = '' } = useParams();
  const found = useFreeLesson(videoId);
  const isKnown = useIsPlanKnown();
  const view = 'view' in found ? found.view : undefined;
  useTitle(view?.video.title ?? titles.videoFree);
  return (
    <main id="main" tabIndex={-1} data-screen className="mx-auto grid max-w-[1200px] content-start gap-4 pb-16 md:px-8">
      <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-4 pt-2 md:gap-x-4 md:px-0">
        <Link to={paths.dashboardFree} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          <span className="max-md:sr-only">{text.back}</span>
        </Link>
        <div className="flex items-center justify-end gap-3 md:order-3">
          <SyncChip />
          {isKnown && (
            <Link to={paths.pricing} className={buttonClass('quiet')}>
              {text.unlock}
            </Link>
          )}
        </div>
        {found.state === 'loading' && (
          <div className={titleClass}>
            <Skeleton className="h-7 w-3/5" />
            <Skeleton className="mt-1 h-4 w-2/5" />
          </div>
        )}
        {view && (
          <div className={titleClass}>
            <h1 className="text-xl">
              {view.video.title}{' '}
              <span className="ml-1 inline-block rounded-full bg-ok px-2.5 py-0.5 align-middle font-extrabold text-surface text-xs">
                {text.badge}
              </span>
            </h1>
            <p className="text-muted text-sm">{view.course?.title}</p>
          </div>
        )}
      </header>
      {!isKnown ? (
        <UnknownPlan headingLevel={view || found.state === 'loading' ? 2 : 1} />
      ) : found.state === 'loading' ? (
        <FreeSkeleton />
      ) : found.state === 'ready' ? (
        <FreeContent key={found.view.video.id} {...found} />
      ) : (
        <FreeFailure found={found} />
      )}
    </main>
  );
}

function FreeSkeleton() {
  return (
    <div role="status" aria-label={text.loading} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Skeleton className="aspect-video w-full" />
      <Skeleton className="h-64 max-md:mx-4" />
    </div>
  );
}
