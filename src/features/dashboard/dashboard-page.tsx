import { usePlan } from '@/device/session/use-plan';
import { useCatalog } from '@/features/courses/queries';
import { useProgressByLesson } from '@/features/progress/queries';
import { AppShell } from '@/features/shell/widgets/app-shell';
import { mayReadCourse } from '@/shared/entitlements';
import { videoHref } from '@/shared/paths';
import type { CourseRow } from '@/shared/rows';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { HomeSection } from './home/home-section';
import { SectionView } from './section-view';
import { useOpenSection } from './use-open-section';

const HomeBlocks = lazyWithRetry(() => import('./home/home-blocks').then((module) => module.HomeBlocks));

function Home() {
  const catalog = useCatalog();
  const progress = useProgressByLesson();
  const plan = usePlan();
  const mayRead = (course: CourseRow) => mayReadCourse(plan, course.plan_type);
  return (
    <HomeSection
      catalog={catalog}
      progress={progress}
      lessonHref={(video) => videoHref(video.id, video.course_id)}
      mayOpen={(course, video) => video.is_free_preview || mayRead(course)}
    >
      <HomeBlocks catalog={catalog} progress={progress} mayRead={mayRead} />
    </HomeSection>
  );
}

/** The subscriber's dashboard. All sections share one path; the query selects the open one. */
export function DashboardPage() {
  const { section, go } = useOpenSection();
  return (
    <AppShell section={section} onSection={go}>
      <SectionView section={section} home={<Home />} />
    </AppShell>
  );
}
