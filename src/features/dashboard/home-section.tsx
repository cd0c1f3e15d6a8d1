import type { ReactNode } from 'react';
import type { Catalog } from '@/data/courses/queries';
import { useSession } from '@/data/session/session-store';
import { type LessonProgress, nextLesson } from '@/domain/course-progress';
import { firstName } from '@/domain/identity';
import type { CourseRow, VideoRow } from '@/domain/rows';
import { home } from '@/text/courses';
import { Card } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { CourseGrid } from '@/widgets/course-grid';
import { ContinueCard, ContinueSkeleton } from './continue-card';

interface HomeSectionProps {
  catalog: Catalog | undefined;
  /** Undefined until the journal is open: until then nobody knows where the learner stopped. */
  progress: LessonProgress | undefined;
  linkOf: (course: CourseRow) => { href: string; action?: string };
  lessonHref: (video: VideoRow) => string;
  /** Lessons this account may open at all. */
  mayOpen: (course: CourseRow, video: VideoRow) => boolean;
  onAll: () => void;
  children?: ReactNode;
}

const none: LessonProgress = new Map();

/** Greeting, the lesson to go on with, the courses. */
export function HomeSection({ catalog, progress, linkOf, lessonHref, mayOpen, onAll, children }: HomeSectionProps) {
  const identity = useSession((session) => session.identity);
  const courseOf = new Map(catalog?.courses.map((course) => [course.id, course]));
  const openable = catalog?.videos.filter((video) => {
    const course = courseOf.get(video.course_id);
    return course !== undefined && mayOpen(course, video);
  });
  const next = catalog && progress && openable ? nextLesson(catalog.courses, openable, progress) : undefined;
  const nothingLeft = next === null && (openable?.length ?? 0) > 0;
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{home.greeting(identity ? firstName(identity) : '')}</h1>
      {next === undefined && <ContinueSkeleton />}
      {next && <ContinueCard next={next} href={lessonHref(next.video)} />}
      {nothingLeft && (
        <Card className="flex items-center gap-5 p-5">
          <PrintedObject shape="rocket" total={12} done={12} width={72} height={84} label="" />
          <div>
            <h2 className="text-lg">{home.doneTitle}</h2>
            <p className="text-muted">{home.doneText}</p>
          </div>
        </Card>
      )}
      {children}
      <div className="mt-8 mb-4 flex items-center justify-between">
        <h2 className="text-xl">{home.courses}</h2>
        <button type="button" onClick={onAll} className="min-h-11 px-2 font-bold text-accent-ink text-sm">
          {home.all}
        </button>
      </div>
      <CourseGrid catalog={catalog} progress={progress ?? none} linkOf={linkOf} />
    </>
  );
}
