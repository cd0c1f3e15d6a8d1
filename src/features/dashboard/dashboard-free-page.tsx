import { Suspense } from 'react';
import { videoFreeHref } from '@/config/paths';
import { useCatalog } from '@/data/courses/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { mayReadCourse } from '@/domain/entitlements';
import type { CourseRow, VideoRow } from '@/domain/rows';
import { latePart } from '@/lib/late-part';
import { AppShell } from '@/widgets/app-shell';
import { ComingSection } from './coming-section';
import { HomeSection } from './home/home-section';
import { SectionSkeleton } from './home/home-skeleton';
import { usePlace } from './use-place';

export { readHome as readFirst } from './home/read-home';

const FreeBlocks = latePart(() => import('./free/free-blocks').then((module) => module.FreeBlocks));
const CoursesSection = latePart(() => import('./courses/courses-section').then((module) => module.CoursesSection));

const mayRead = (course: CourseRow) => mayReadCourse('free', course.plan_type);
/** A free account opens free courses and previews. */
const mayOpen = (course: CourseRow, video: VideoRow) => video.is_free_preview || mayRead(course);

/** The dashboard of an account without a subscription. */
export function DashboardFreePage() {
  const { section, courseId, go } = usePlace();
  const state = useCatalog();
  const progress = useProgressByLesson();
  return (
    <AppShell section={section} onSection={go} free>
      {section === 'home' && (
        <HomeSection
          state={state}
          progress={progress}
          lessonHref={(video) => videoFreeHref(video.id)}
          mayOpen={mayOpen}
        >
          <FreeBlocks state={state} progress={progress} mayRead={mayRead} />
        </HomeSection>
      )}
      {section === 'courses' && (
        <Suspense fallback={<SectionSkeleton />}>
          <CoursesSection
            state={state}
            progress={progress}
            courseId={courseId}
            mayRead={mayRead}
            lessonHref={(course, video) => (mayOpen(course, video) ? videoFreeHref(video.id) : null)}
            free
          />
        </Suspense>
      )}
      {section !== 'home' && section !== 'courses' && <ComingSection section={section} />}
    </AppShell>
  );
}
