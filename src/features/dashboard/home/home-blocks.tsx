import type { CatalogState } from '@/data/courses/queries';
import type { LessonProgress } from '@/domain/course-progress';
import type { CourseRow } from '@/domain/rows';
import { ActivityBlock } from '../activity/activity-block';
import { AchievementsBlock } from './achievements-block';
import { LastCourses } from './last-courses';
import { NewsBlock } from './news-block';

interface HomeBlocksProps {
  state: CatalogState;
  progress: LessonProgress | undefined;
  mayRead: (course: CourseRow) => boolean;
}

/** What stands below the lesson to go on with, for subscribers. */
export function HomeBlocks({ state, progress, mayRead }: HomeBlocksProps) {
  const courses = <LastCourses state={state} progress={progress} mayRead={mayRead} />;
  // A store that cannot be read has none of the others either: one word about it is enough.
  if (state.error !== undefined) return courses;
  return (
    <>
      {courses}
      <AchievementsBlock />
      <ActivityBlock />
      <NewsBlock />
    </>
  );
}
