import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { useCatalog } from '@/features/courses/queries';
import { useProgressByLesson } from '@/features/progress/queries';
import { AppShell } from '@/features/shell/widgets/app-shell';
import { mayPlayLesson, mayReadCourse } from '@/shared/entitlements';
import { videoFreeHref } from '@/shared/paths';
import type { CourseRow, VideoRow } from '@/shared/rows';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
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
