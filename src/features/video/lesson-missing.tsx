import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { courseHref, paths } from '@/config/paths';
import { useArrival } from '@/data/sync/use-sync-status';
import { common } from '@/text/common';
import { videoText } from '@/text/video';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { NotHere } from '@/widgets/not-here';

const FilmSkeleton = () => <Skeleton className="aspect-video w-full max-md:rounded-none!" />;

/** In the shape of the lesson. */
export const LessonSkeleton = () => (
  <div role="status" aria-label={videoText.loading} className="grid grid-cols-1 gap-4">
    <FilmSkeleton />
    <div className="grid grid-cols-1 gap-3 px-4 md:px-0">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-24" />
    </div>
  </div>
);

/** In the place of a film that is not there. */
const Place = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-[880px] px-4 md:px-0">{children}</div>
);

const ToDashboard = ({ primary = false }: { primary?: boolean }) => (
  <Link to={paths.dashboard} className={buttonClass(primary ? 'primary' : 'quiet')}>
    {videoText.toDashboard}
  </Link>
);

/** The device's own store could not be read. */
export const LessonFailed = () => (
  <Place>
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
  </Place>
);

/** There is no such lesson on this device: not yet, or because there is none. Until the first whole answer it may still come. */
export function LessonMissing({ courseId }: { courseId: string | undefined }) {
  const arrival = useArrival();
  if (arrival === 'coming') return <LessonSkeleton />;
  if (arrival !== 'whole')
    return (
      <Place>
        <NotHere arrival={arrival} title={videoText.notHere} hint={videoText.notHereHint} back={<ToDashboard />} />
      </Place>
    );
  return (
    <Place>
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
    </Place>
  );
}

/** The lesson exists, and its film is not for this plan or has not arrived. */
export function LessonClosed({ allowed, courseId }: { allowed: boolean; courseId: string }) {
  const arrival = useArrival();
  if (allowed && arrival === 'coming') return <FilmSkeleton />;
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
            <Link to={paths.pricing} className={buttonClass('primary')}>
              {videoText.plans}
            </Link>
          }
        >
          {videoText.noAccessHint}
        </Notice>
      )}
      {allowed && (
        <NotHere
          arrival={arrival === 'whole' || arrival === 'coming' ? 'offline' : arrival}
          headingLevel={2}
          title={videoText.notHere}
          hint={videoText.notHereHint}
          back={toCourse}
        />
      )}
    </div>
  );
}
