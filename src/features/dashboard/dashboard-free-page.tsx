import { videoFreeHref } from '@/config/paths';
import { useCatalog } from '@/data/courses/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useIsPlanKnown } from '@/data/session/use-is-plan-known';
import { mayPlayLesson, mayReadCourse } from '@/domain/entitlements';
import type { CourseRow, VideoRow } from '@/domain/rows';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { AppShell } from '@/widgets/shell/app-shell';
import { UnknownPlan } from '@/widgets/unknown-plan';
import { HomeSection } from './home/home-section';
import { SectionView } from './section-view';
import { useOpenSection } from './use-open-section';

const FreeBlocks = lazyWithRetry(() => import('./free/free-blocks').then((module) => module.FreeBlocks));

const mayRead = (course: CourseRow) => mayReadCourse('free', course.plan_type);
/** Free accounts may open the lessons of free courses, and previews. */
const mayOpen = (course: CourseRow, video: VideoRow) => mayPlayLesson('free', course.plan_type, video);

function Home() {
  const catalog = useCatalog();
  const progress = useProgressByLesson();
  return (
    <HomeSection
      catalog={catalog}
      progress={progress}
      lessonHref={(video) => videoFreeHref(video.id)}
      mayOpen={mayOpen}
    >
      <FreeBlocks catalog={catalog} progress={progress} mayRead={mayRead} />
    </HomeSection>
  );
}

/** The dashboard of an account without a subscription, or whose plan is unknown. */
export function DashboardFreePage() {
  const { section, go } = useOpenSection();
  const isKnown = useIsPlanKnown();
  return (
    <AppShell section={section} onSection={go} free={isKnown}>
      {isKnown ? <SectionView section={section} home={<Home />} free /> : <UnknownPlan />}
    </AppShell>
  );
}
