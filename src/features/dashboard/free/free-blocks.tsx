import type { Catalog } from '@/data/courses/queries';
import type { Live } from '@/data/live/live';
import type { LessonProgress } from '@/domain/course-progress';
import type { CourseRow } from '@/domain/rows';
import { WaitingPlan } from '@/widgets/waiting-plan';
import { BillingLine } from '../home/billing-line';
import { LastCourses } from '../home/last-courses';
import { CoursesUpsell, LockedAchievements, LockedActivity, LockedNews } from './teasers';

interface FreeBlocksProps {
  catalog: Live<Catalog>;
  progress: LessonProgress | undefined;
  mayRead: (course: CourseRow) => boolean;
}

/** Content below the "continue" card, for free accounts. */
export function FreeBlocks({ catalog, progress, mayRead }: FreeBlocksProps) {
  return (
    <>
      <BillingLine />
      <WaitingPlan />
      <div className="grid min-w-0 content-start gap-8">
        <CoursesUpsell />
        <LastCourses catalog={catalog} progress={progress} mayRead={mayRead} />
      </div>
      <LockedAchievements />
      <LockedActivity />
      <LockedNews />
    </>
  );
}
