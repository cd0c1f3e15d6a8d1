import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { UpgradeOffer } from '@/features/billing/widgets/upgrade-offer';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { courseHref, paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { videoText } from './text/lesson';

const VideoSkeleton = () => <Skeleton className="aspect-video w-full max-md:rounded-none!" />;

/** Placeholder with the layout of a lesson. */
export const LessonSkeleton = () => (
  <div role="status" aria-label={videoText.loading} className="grid grid-cols-1 gap-4">
    <VideoSkeleton />
    <div className="grid grid-cols-1 gap-3 px-4 md:px-0">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-24" />
    </div>
  </div>
);

/** Container for a message in place of the video. */
const Frame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-[880px] px-4 md:px-0">{children}</div>
);

const ToDashboard = ({ primary = false }: { primary?: boolean }) => (
  <Link to={paths.dashboard} className={buttonClass(primary ? 'primary' : 'quiet')}>
    {videoText.toDashboard}
  </Link>
);

/** Shown when the local store could not be read. */
export const LessonFailed = () => (
  <Frame>
    <Notice
      headingLevel={1}
      kind="error"
      title={videoText.failed}
      action={
        <>
          <ToDashboard />
          <Button kind="primary" onClick={() => location.reload()}>
            {common.reload}
          </Button>
        </>
      }
    >
      {videoText.failedHint}
    </Notice>
  </Frame>
);

/**
 * Shown when this device does not have the lesson. If `complete` is true, the first sync has ended, so the lesson does not exist.
 * Otherwise the lesson may still arrive.
 */
export function LessonMissing({ courseId, complete }: { courseId: string | undefined; complete: boolean }) {
  const initialSync = useInitialSync(complete);
  if (initialSync === 'pending') return <LessonSkeleton />;
  if (initialSync !== 'complete')
    return (
      <Frame>
        <UnavailableNotice
          initialSync={initialSync}
          title={videoText.notHere}
          hint={videoText.notHereHint}
          back={<ToDashboard />}
        />
      </Frame>
    );
  return (
    <Frame>
      <Notice
        headingLevel={1}
        kind="error"
        title={videoText.notFound}
        action={
          <>
            {courseId && (
              <Link to={courseHref(courseId)} className={buttonClass()}>
                {videoText.toCourse}
              </Link>
            )}
            <ToDashboard primary />
          </>
        }
      >
        {videoText.notFoundHint}
      </Notice>
    </Frame>
  );
}

/** Shown when the plan does not include the lesson, or when its content has not arrived yet. */
export function LessonClosed({
  allowed,
  complete,
  courseId,
}: {
  allowed: boolean;
  complete: boolean;
  courseId: string;
}) {
  const initialSync = useInitialSync(complete);
  if (allowed && initialSync === 'pending') return <VideoSkeleton />;
  const toCourse = (
    <Link to={courseHref(courseId)} className={buttonClass()}>
      {videoText.toCourse}
    </Link>
  );
  return (
    <div className="px-4 md:px-0">
      {!allowed && (
        <Notice
          title={videoText.noAccess}
          action={
            <UpgradeOffer
              instead={
                <Link to={paths.pricing} className={buttonClass('primary')}>
                  {videoText.plans}
                </Link>
              }
            />
          }
        >
          {videoText.noAccessHint}
        </Notice>
      )}
      {allowed && (
        <UnavailableNotice
          initialSync={initialSync === 'complete' || initialSync === 'pending' ? 'offline' : initialSync}
          headingLevel={2}
          title={videoText.notHere}
          hint={videoText.notHereHint}
          back={toCourse}
        />
      )}
    </div>
  );
}
