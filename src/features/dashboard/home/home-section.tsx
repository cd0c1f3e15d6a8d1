import { type ReactNode, Suspense } from 'react';
import type { Live } from '@/device/live/live';
import { useSession } from '@/device/session/session-store';
import { useStillPending } from '@/device/sync/use-initial-sync';
import type { Catalog } from '@/features/courses/queries';
import { type LessonProgress, nextLesson } from '@/features/progress/rules/course-progress';
import { firstName } from '@/shared/identity';
import type { CourseRow, VideoRow } from '@/shared/rows';
import { Card } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { usePainted } from '@/ui/use-painted';
import { home } from '../text';
import { ContinueCard, ContinueSkeleton } from './continue-card';
import { HomeSkeleton, homeGridClass } from './home-skeleton';

interface HomeSectionProps {
  catalog: Live<Catalog>;
  /** Undefined until it has been read from the device. */
  progress: LessonProgress | undefined;
  lessonHref: (video: VideoRow) => string;
  /** True for lessons that this account may open. */
  mayOpen: (course: CourseRow, video: VideoRow) => boolean;
  /** Content below the "continue" card, loaded and rendered after it. */
  children: ReactNode;
}

function GoOn({ catalog, progress, lessonHref, mayOpen }: Omit<HomeSectionProps, 'children'>) {
  // Skip the React compiler: this code loads on the first visit, and the compiler's memo caches would add more code than they are worth.
  'use no memo';
  const pending = useStillPending(catalog.complete);
  const courseOf = new Map(catalog.data?.courses.map((course) => [course.id, course]));
  const openable = catalog.data?.videos.filter((video) => {
    const course = courseOf.get(video.course_id);
    return course !== undefined && mayOpen(course, video);
  });
  if (catalog.status === 'error') return null;
  const next = catalog.data && progress && openable ? nextLesson(catalog.data.courses, openable, progress) : undefined;
  if (next) return <ContinueCard next={next} href={lessonHref(next.video)} />;
  if (next === undefined) return <ContinueSkeleton />;
  if (!openable?.length) return pending ? <ContinueSkeleton isFirst /> : null;
  return (
    <Card className="rise flex items-center gap-5 p-5">
      <PrintedObject shape="rocket" total={12} done={12} width={72} height={84} label="" />
      <div>
        <h2 className="text-lg">{home.doneTitle}</h2>
        <p className="text-muted">{home.doneText}</p>
      </div>
    </Card>
  );
}

/** Начало: greeting and "continue" card. The blocks below replace placeholders of the same size. */
export function HomeSection({ children, ...rest }: HomeSectionProps) {
  const identity = useSession((session) => session.identity);
  const painted = usePainted();
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{home.greeting(identity ? firstName(identity) : '')}</h1>
      <div className={homeGridClass}>
        <div className="min-w-0 empty:hidden">
          <GoOn {...rest} />
        </div>
        {painted ? <Suspense fallback={<HomeSkeleton />}>{children}</Suspense> : <HomeSkeleton />}
      </div>
    </>
  );
}
