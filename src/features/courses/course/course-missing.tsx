import { Link } from 'react-router-dom';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { paths } from '@/shared/paths';
import { Button, type ButtonKind, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { coursePage } from '../text/course';
import { courseStates, courseText } from '../text/courses';

/** Placeholder with the layout of a course. */
export const CourseSkeleton = () => (
  <div role="status" aria-label={coursePage.loading}>
    <Card className="overflow-hidden">
      <Skeleton className="h-28 rounded-none! md:h-44" />
      <Skeleton className="mx-5 mt-5 h-8 w-2/3 md:mx-7 md:mt-7" />
      <div className="flex gap-6 p-5 pt-3 md:p-7 md:pt-3">
        <div className="grid grow content-start gap-3">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-16" />
        </div>
        <Skeleton className="h-28 w-24 shrink-0" />
      </div>
    </Card>
    <Skeleton className="mt-4 h-24" />
    <Skeleton className="mt-6 h-10 w-64" />
    <Skeleton className="mt-4 h-16" />
    <Skeleton className="mt-2 h-16" />
  </div>
);

/** Shown when the local store could not be read. */
export const CourseFailed = () => (
  <Notice
    headingLevel={1}
    kind="error"
    title={courseStates.error}
    action={
      <Button kind="primary" lang="en" onClick={() => location.reload()}>
        {courseStates.tryAgain}
      </Button>
    }
  >
    {courseStates.errorSafe}
  </Notice>
);

const Back = ({ kind }: { kind?: ButtonKind }) => (
  <Link to={paths.check} className={buttonClass(kind)}>
    {courseText.back}
  </Link>
);

/**
 * Shown when this device does not have the course. If `complete` is true, the first sync has ended, so the course does not exist.
 * Otherwise the course may still arrive.
 */
export function CourseMissing({ complete }: { complete: boolean }) {
  const initialSync = useInitialSync(complete);
  if (initialSync === 'complete') {
    return (
      <Notice headingLevel={1} title={courseStates.notFound} action={<Back kind="primary" />}>
        {courseStates.notFoundText}
      </Notice>
    );
  }
  if (initialSync === 'pending') return <CourseSkeleton />;
  return (
    <UnavailableNotice
      initialSync={initialSync}
      title={coursePage.notHere}
      hint={coursePage.notHereText}
      back={<Back />}
    />
  );
}
