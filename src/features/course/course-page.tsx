import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths, videoHref } from '@/config/paths';
import { type CourseDetail, useCourseDetail } from '@/data/courses/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { courseProgress } from '@/domain/course-progress';
import { useTitle } from '@/lib/use-title';
import { courseStates, courseText } from '@/text/courses';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { AppBarEnd } from '@/widgets/app-bar';
import { LessonRows } from '@/widgets/lesson-rows';
import { CourseHeader } from './course-header';
import { TestList } from './test-list';

type Tab = 'contents' | 'tests';

function Loaded({ courseId, detail }: { courseId: string; detail: CourseDetail }) {
  const [tab, setTab] = useState<Tab>('contents');
  const progress = useProgressByLesson() ?? new Map();
  const { restored } = useSyncStatus();
  useTitle(detail.course?.title ?? courseStates.notFound);
  // Until the first whole answer a course that is not here may still come.
  if (!detail.course && !restored) return <CourseSkeleton />;
  if (!detail.course) {
    return (
      <Notice
        title={courseStates.notFound}
        action={
          <Link to={paths.check} className={buttonClass('primary')}>
            {courseText.back}
          </Link>
        }
      >
        {courseStates.notFoundText}
      </Notice>
    );
  }
  return (
    <>
      <CourseHeader course={detail.course} progress={courseProgress(detail.videos, progress)} />
      <div className="mt-5">
        <Tabs
          label={courseText.tabs}
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'contents', title: courseText.contents },
            { id: 'tests', title: courseText.tests },
          ]}
        >
          {tab === 'contents' ? (
            <LessonRows
              videos={detail.videos}
              progress={progress}
              hrefOf={(video) => (detail.readable.has(video.id) ? videoHref(video.id, courseId) : null)}
            />
          ) : (
            <TestList courseId={courseId} />
          )}
        </Tabs>
      </div>
    </>
  );
}

function CourseSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-44" />
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

/** A course: what it is, its lessons, its tests. Read from the device, so it works in a tunnel. */
export function CoursePage() {
  const { courseId = '' } = useParams();
  const { detail, failed } = useCourseDetail(courseId);
  return (
    <div className="mx-auto max-w-[1000px] px-4 pb-12 md:px-8">
      <header className="flex min-h-16 items-center gap-2">
        <Link to={paths.check} className="inline-flex min-h-11 items-center gap-2 font-bold text-ink no-underline hover:text-accent-ink">
          <ArrowLeft size={20} aria-hidden="true" />
          {courseText.back}
        </Link>
        <AppBarEnd />
      </header>
      <main>
        {failed && (
          <Notice
            kind="error"
            title={courseStates.error}
            action={
              <Button kind="primary" onClick={() => location.reload()}>
                {courseStates.tryAgain}
              </Button>
            }
          >
            {courseStates.errorSafe}
          </Notice>
        )}
        {!failed && (detail ? <Loaded key={courseId} courseId={courseId} detail={detail} /> : <CourseSkeleton />)}
      </main>
    </div>
  );
}
