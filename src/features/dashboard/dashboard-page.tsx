import { Suspense } from 'react';
import { videoHref } from '@/config/paths';
import { useCatalog } from '@/data/courses/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useSession } from '@/data/session/session-store';
import { mayReadCourse } from '@/domain/entitlements';
import type { CourseRow } from '@/domain/rows';
import { latePart } from '@/lib/late-part';
import { AppShell } from '@/widgets/app-shell';
import { ComingSection } from './coming-section';
import { HomeSection } from './home/home-section';
import { SectionSkeleton } from './home/home-skeleton';
import { usePlace } from './use-place';

export { readHome as readFirst } from './home/read-home';

const HomeBlocks = latePart(() => import('./home/home-blocks').then((module) => module.HomeBlocks));
const CoursesSection = latePart(() => import('./courses/courses-section').then((module) => module.CoursesSection));

/** The subscriber's dashboard: one address, its sections switched in place. */
export function DashboardPage() {
  const { section, courseId, go } = usePlace();
  const state = useCatalog();
  const progress = useProgressByLesson();
  const plan = useSession((session) => session.identity?.plan ?? 'free');
  const mayRead = (course: CourseRow) => mayReadCourse(plan, course.plan_type);
  return (
    <AppShell section={section} onSection={go}>
      {section === 'home' && (
        <HomeSection
          state={state}
          progress={progress}
          lessonHref={(video) => videoHref(video.id, video.course_id)}
          mayOpen={(course, video) => video.is_free_preview || mayRead(course)}
        >
          <HomeBlocks state={state} progress={progress} mayRead={mayRead} />
        </HomeSection>
      )}
      {section === 'courses' && (
        <Suspense fallback={<SectionSkeleton />}>
          <CoursesSection
            state={state}
            progress={progress}
            courseId={courseId}
            mayRead={mayRead}
            lessonHref={(course, video) =>
              video.is_free_preview || mayRead(course) ? videoHref(video.id, course.id) : null
            }
          />
        </Suspense>
      )}
      {section !== 'home' && section !== 'courses' && <ComingSection section={section} />}
    </AppShell>
  );
}
