import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Live } from '@/device/live/live';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { courseProgress, type LessonProgress, nextLesson } from '@/features/progress/rules/course-progress';
import { progressText } from '@/features/progress/text';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { formatDate } from '@/shared/format/format';
import { courseHref, paths, sectionSearch } from '@/shared/paths';
import type { CourseRow, VideoRow } from '@/shared/rows';
import { locked } from '@/shared/text/home-blocks';
import { Badge } from '@/ui/badge';
import { backLinkClass, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { Cover } from '@/ui/cover';
import { shapeOf } from '@/ui/drawing/printed';
import { Notice } from '@/ui/notice';
import { PrintedObject } from '@/ui/printed-object';
import { Skeleton } from '@/ui/skeleton';
import { useTitle } from '@/ui/use-title';
import type { Catalog } from './queries';
import { coursePage } from './text/course';
import { courseStates, courseText, myCourses } from './text/courses';
import { CourseGrid } from './widgets/course-grid';
import { LessonRows } from './widgets/lesson-rows';

interface DetailProps {
  courseId: string;
  catalog: Live<Catalog>;
  progress: LessonProgress;
  mayRead: (course: CourseRow) => boolean;
  /** URL of a lesson; null when the plan does not include it. */
  lessonHref: (course: CourseRow, video: VideoRow) => string | null;
  free: boolean;
}

/** Rule: `published` and `public` both count as published (decision 31). */
function statusOf(status: string, free: boolean): string {
  const isPublic = status === 'public' || status === 'published';
  if (free) return isPublic ? courseText.statusActive : courseText.statusOther;
  return isPublic ? courseText.statusPublic : courseText.statusDraft;
}

function Loaded({
  course,
  videos,
  progress,
  lessonHref,
  free,
}: { course: CourseRow; videos: VideoRow[] } & DetailProps) {
  useTitle(course.title);
  const printed = courseProgress(videos, progress);
  const hrefOf = (video: VideoRow) => lessonHref(course, video);
  const openable = videos.filter((video) => hrefOf(video) !== null);
  const next = nextLesson([course], openable, progress)?.video ?? openable[0];
  const nextHref = next && hrefOf(next);
  const goOn =
    printed.completed > 0 && printed.completed === printed.total
      ? myCourses.again
      : printed.done > 0
        ? myCourses.goOn
        : myCourses.begin;
  return (
    <>
      <Card className="rise overflow-hidden min-[56.25rem]:grid min-[56.25rem]:grid-cols-[min(20rem,38%)_minmax(0,1fr)]">
        <Cover
          seed={course.id}
          src={course.thumbnail_url}
          hue={course.hue}
          className="max-[56.25rem]:aspect-auto! max-[56.25rem]:h-36! min-[56.25rem]:aspect-auto! min-[56.25rem]:h-full!"
        />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-5 gap-y-3 p-5">
          <h1 id="course-title" tabIndex={-1} data-screen className="text-2xl max-[56.25rem]:col-span-2">
            {course.title}
          </h1>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-muted text-sm max-[18rem]:col-span-2">
            <Badge tone="ok">{statusOf(course.status, free)}</Badge>
            <span>{courseText.created(formatDate(course.created_at))}</span>
            <span className="num">{myCourses.videos(videos.length)}</span>
          </p>
          <div className="text-center max-[18rem]:col-span-2 min-[56.25rem]:col-start-2 min-[56.25rem]:row-span-4 min-[56.25rem]:row-start-1">
            <PrintedObject
              shape={shapeOf(course.id, course.shape)}
              total={printed.total}
              done={printed.done}
              width={84}
              height={88}
              label={progressText.printed(printed.completed, printed.total)}
            />
            <p className="num mt-1 font-bold text-sm">{progressText.lessonsDone(printed.completed, printed.total)}</p>
          </div>
          <p className="max-[56.25rem]:col-span-2">{course.description || courseText.noDescription}</p>
          <div className="mt-1 flex flex-wrap gap-2 max-[56.25rem]:col-span-2">
            {next && nextHref && (
              <Link
                to={nextHref}
                aria-label={`${goOn}: ${next.title}`}
                className={buttonClass('primary', 'max-md:grow')}
              >
                {goOn}
              </Link>
            )}
            {!free && (
              <Link to={courseHref(course.id)} className={buttonClass('quiet', 'max-md:grow')}>
                {myCourses.page}
              </Link>
            )}
          </div>
        </div>
      </Card>
      <h2 className="mt-7 mb-3 text-xl">{myCourses.lessons}</h2>
      <LessonRows videos={videos} progress={progress} hrefOf={hrefOf} />
      {openable.length < videos.length && (
        <Card className="mt-4 flex flex-wrap items-center gap-4 p-5">
          <div className="grow basis-64">
            <h2 className="text-lg">{myCourses.freeTitle}</h2>
            <p className="text-muted text-sm">{myCourses.freeText(courseText.plans[course.plan_type])}</p>
          </div>
          <Link to={paths.pricing} className={buttonClass('primary')}>
            {locked.plans}
          </Link>
        </Card>
      )}
    </>
  );
}

/** The details of one course of the list, with its lessons. */
export function CourseDetail(props: DetailProps) {
  const { courseId, catalog, progress, mayRead } = props;
  const initialSync = useInitialSync(catalog.complete);
  const course = catalog.data?.courses.find(({ id }) => id === courseId);
  const back = (
    <Link to={sectionSearch('courses')} className={`${backLinkClass} mb-3`}>
      <ArrowLeft size={20} aria-hidden="true" />
      {myCourses.backToList}
    </Link>
  );
  if (catalog.status === 'error') {
    return (
      <>
        {back}
        <CourseGrid catalog={catalog} progress={progress} mayRead={mayRead} className="" />
      </>
    );
  }
  if (course) {
    return (
      <>
        {back}
        <Loaded
          {...props}
          course={course}
          videos={catalog.data?.videos.filter(({ course_id }) => course_id === courseId) ?? []}
        />
      </>
    );
  }
  if (catalog.status === 'loading' || initialSync === 'pending') {
    return (
      <>
        {back}
        <div role="status" aria-label={courseStates.firstSyncTitle} className="grid gap-3">
          <Skeleton className="h-60 rounded-card!" />
          <Skeleton className="mt-4 h-7 w-32" />
          <Skeleton className="h-64 rounded-card!" />
        </div>
      </>
    );
  }
  return (
    <>
      {back}
      {initialSync === 'complete' ? (
        <Notice
          headingLevel={1}
          title={courseStates.notFound}
          action={
            <Link to={sectionSearch('courses')} className={buttonClass('primary')}>
              {myCourses.backToList}
            </Link>
          }
        >
          {courseStates.notFoundText}
        </Notice>
      ) : (
        <UnavailableNotice initialSync={initialSync} title={coursePage.notHere} hint={coursePage.notHereText} />
      )}
    </>
  );
}
