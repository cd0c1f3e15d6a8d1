import { Suspense } from 'react';
import type { Live } from '@/device/live/live';
import type { Catalog } from '@/features/courses/queries';
import type { LessonProgress } from '@/features/progress/rules/course-progress';
import type { CourseRow } from '@/shared/rows';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { AchievementsBlock } from './achievements-block';
import { ActivityBlock } from './activity-block';
import { BillingLine } from './billing-line';
import { LastCourses } from './last-courses';
import { NewsBlock } from './news-block';

/** Loads in its own chunk, because few learners are asked, and only once. */
const PushQuestion = lazyWithRetry(() => import('./push-question').then((module) => module.PushQuestion));

interface HomeBlocksProps {
  catalog: Live<Catalog>;
  progress: LessonProgress | undefined;
  mayRead: (course: CourseRow) => boolean;
}

/** Content below the "continue" card, for subscribers. */
export function HomeBlocks({ catalog, progress, mayRead }: HomeBlocksProps) {
  const courses = <LastCourses catalog={catalog} progress={progress} mayRead={mayRead} />;
  // If the store cannot be read, every block fails, so show one error message only.
  if (catalog.status === 'error') return courses;
  return (
    <>
      {/* Wrap the payment message and the courses in one grid item, so that both are in the same column, beside the achievements. */}
      <div className="grid min-w-0 content-start gap-8">
        <BillingLine />
        <Suspense>
          <PushQuestion />
        </Suspense>
        {courses}
      </div>
      <AchievementsBlock />
      <ActivityBlock />
      <NewsBlock />
    </>
  );
}
