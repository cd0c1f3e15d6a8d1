import { Suspense } from 'react';
import type { Live } from '@/device/live/live';
import { useAccount } from '@/device/session/session-store';
import { UnprovenAddress } from '@/features/accounts/widgets/unproven-address';
import { useAddress } from '@/features/accounts/widgets/use-address';
import type { Catalog } from '@/features/courses/queries';
import type { LessonProgress } from '@/features/progress/rules/course-progress';
import type { CourseRow } from '@/shared/rows';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { BillingLine } from '../home/billing-line';
import { LastCourses } from '../home/last-courses';
import { CoursesUpsell, LockedAchievements, LockedActivity, LockedNews } from './teasers';

/** Loads in its own chunk, because few learners are asked, and only once. */
const PushQuestion = lazyWithRetry(() => import('../home/push-question').then((module) => module.PushQuestion));

interface FreeBlocksProps {
  catalog: Live<Catalog>;
  progress: LessonProgress | undefined;
  mayRead: (course: CourseRow) => boolean;
}

/** Content below the "continue" card, for free accounts. */
export function FreeBlocks({ catalog, progress, mayRead }: FreeBlocksProps) {
  const uid = useAccount();
  const state = useAddress(uid !== undefined);
  const address = uid && state && !state.proven && <UnprovenAddress state={state} />;
  return (
    <>
      <div className="grid min-w-0 content-start gap-8">
        <BillingLine />
        <Suspense>
          <PushQuestion />
        </Suspense>
        <CoursesUpsell />
        <LastCourses catalog={catalog} progress={progress} mayRead={mayRead} />
      </div>
      <LockedAchievements />
      <LockedActivity />
      <LockedNews />
      {address}
    </>
  );
}
