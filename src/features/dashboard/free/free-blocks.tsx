import type { CatalogState } from '@/data/courses/queries';
import type { LessonProgress } from '@/domain/course-progress';
import type { CourseRow } from '@/domain/rows';
import { LastCourses } from '../home/last-courses';
import { CoursesUpsell, LockedAchievements, LockedActivity, LockedNews } from './teasers';

interface FreeBlocksProps {
  state: CatalogState;
  progress: LessonProgress | undefined;
  mayRead: (course: CourseRow) => boolean;
}

/** What stands below the lesson to go on with, for free accounts. */
export function FreeBlocks({ state, progress, mayRead }: FreeBlocksProps) {
  return (
    <>
      <div className="grid min-w-0 content-start gap-8">
        <CoursesUpsell />
        <LastCourses state={state} progress={progress} mayRead={mayRead} />
      </div>
      <LockedAchievements />
      <LockedActivity />
      <LockedNews />
    </>
  );
}
